import { Argument, Command } from 'commander';
import { plans } from '../store/organization.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Output, outputFor } from './terminal.ts';
import type { Organization } from './wire.ts';
import { withApi } from './with-api.ts';

const PATH = '/v1/organization';

export function organizationCommand(): Command {
  const show = apiCommand('show')
    .description('Show the organization and its plan.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => print(await api.request('GET', PATH), options)),
    );

  const plan = apiCommand('plan')
    .description('Set the plan. Static export requires the enterprise plan.')
    .addArgument(new Argument('<plan>').choices([...plans]))
    .action((value: string, options: ApiOptions) => change({ plan: value }, options));

  const name = apiCommand('name')
    .description('Set the name.')
    .argument('<name>')
    .action((value: string, options: ApiOptions) => change({ name: value }, options));

  return new Command('organization')
    .summary('show the organization, or set its plan or name')
    .description('The organization that the data folder or server belongs to.')
    .addCommand(show, { isDefault: true })
    .addCommand(
      new Command('set')
        .description("Set the organization's plan or name.")
        .addCommand(plan)
        .addCommand(name),
    );
}

function change(body: Readonly<{ plan?: string; name?: string }>, options: ApiOptions): Promise<void> {
  return withApi(options, 'change', async (api) => print(await api.request('PATCH', PATH, body), options));
}

function print(organization: Organization, options: ApiOptions): void {
  const output: Output = outputFor(options.json === true);
  output.result(organization);
  output.line(`Name      ${organization.name}`);
  output.line(`Plan      ${organization.plan}`);
  output.line(`Since     ${organization.createdAt}`);
}
