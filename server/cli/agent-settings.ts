import fs from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { forgeKinds } from '../agents/settings.ts';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { EXIT } from './exit-codes.ts';
import { projectPath, requireProject } from './find-project.ts';
import { countOf } from './list.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor } from './terminal.ts';
import type {
  AgentSettings,
  Diagnosis,
  Forge,
  ForgeList,
  ForgeTest,
  ModelServer,
  ModelServerList,
} from './wire.ts';
import { type Api, withApi } from './with-api.ts';

type SetupOptions = ApiOptions &
  Readonly<{
    repository?: string;
    branch?: string;
    modelServer?: string;
    forge?: string | false;
    forgeRepository?: string;
    root?: string[];
    allow?: string[];
    steps?: number;
    minutes?: number;
  }>;

export function setupCommand(): Command {
  return apiCommand('setup')
    .description("Show or change a project's agent settings.")
    .argument('<project>', 'id, domain or name')
    .option('--repository <address>', 'source repository: an address or a folder')
    .option('--branch <name>', 'branch to propose changes to (default: main)')
    .option('--model-server <name>', 'see: offprint agent model-server')
    .option('--forge <name>', 'see: offprint agent forge')
    .option('--no-forge', 'review changes in Offprint')
    .option(
      '--forge-repository <name>',
      'repository owner and name on the forge, if the address does not contain them',
    )
    .option('--root <folder...>', 'repository folders that jobs can change (default: all)')
    .option('--allow <file...>', 'files that jobs can change even if those files control builds or agents')
    .option('--steps <number>', 'maximum number of model calls per prompt', countOf)
    .option('--minutes <number>', 'time limit per prompt, in minutes', countOf)
    .action((reference: string, options: SetupOptions, command: Command) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const target = `${projectPath(await requireProject(api, reference))}/agent`;
        const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
        const change = {
          ...(options.repository !== undefined && { repository: repositoryOf(api, options.repository) }),
          ...(options.branch !== undefined && { branch: options.branch }),
          ...(options.modelServer !== undefined && { modelServer: options.modelServer }),
          ...(isGiven('forge') && { forge: options.forge === false ? null : options.forge }),
          ...(options.forgeRepository !== undefined && { forgeRepository: options.forgeRepository }),
          ...(options.root && { roots: options.root }),
          ...(options.allow && { allowed: options.allow }),
          ...(options.steps !== undefined && { steps: options.steps }),
          ...(options.minutes !== undefined && { minutes: options.minutes }),
        };
        const settings =
          Object.keys(change).length === 0
            ? await api.request<AgentSettings>('GET', target)
            : await api.request<AgentSettings>('PATCH', target, change);
        output.result(settings);
        for (const [name, value] of Object.entries(settings)) {
          output.line(
            `${name.padEnd(16)} ${Array.isArray(value) ? value.join(', ') || '/' : (value ?? '-')}`,
          );
        }
      }),
    );
}

/** Resolves a folder of this computer to an absolute path, if the server runs here too. */
function repositoryOf(api: Api, given: string): string {
  return api.local() && fs.existsSync(given) ? path.resolve(given) : given;
}

type ModelServerOptions = ApiOptions &
  Readonly<{
    url?: string;
    model?: string;
    certificate?: string;
    tokenFile?: string;
    window?: number;
    transport?: ModelServer['transport'];
    parallel?: number;
  }>;

export function modelServerCommand(): Command {
  const set = apiCommand('set')
    .description('Add or change a model server. Its token is stored encrypted.')
    .argument('<name>', 'name for the model server')
    .option('--url <address>', 'address of the model server, ending in /v1')
    .option('--model <id>', 'model ID on that server')
    .option('--certificate <file>', 'PEM certificates to trust for this server')
    .option('--token-file <file>', 'file that contains the token, or - for standard input')
    .option('--window <tokens>', 'context window, if known', countOf)
    .addOption(new Option('--transport <mode>', 'how tools are called').choices(['auto', 'native', 'text']))
    .option('--parallel <number>', 'number of parallel requests', countOf)
    .action((name: string, options: ModelServerOptions) =>
      withApi(options, 'change', async (api) => {
        const { modelServers } = await api.request<ModelServerList>('GET', '/v1/model-servers');
        const {
          hasToken: _,
          measured: __,
          ...before
        } = modelServers.find((one) => one.name === name) ?? {
          hasToken: false,
          measured: null,
        };
        const { url, model, certificate, tokenFile, window, transport, parallel } = options;
        const made = await api.request<ModelServer>('POST', '/v1/model-servers', {
          ...before,
          name,
          ...(url !== undefined && { baseUrl: url }),
          ...(model !== undefined && { model }),
          ...(certificate !== undefined && { caBundle: readText(certificate) }),
          ...(window !== undefined && { windowTokens: window }),
          ...(transport !== undefined && { transport }),
          ...(parallel !== undefined && { concurrency: parallel }),
          ...(tokenFile !== undefined && { token: tokenIn(tokenFile) }),
        });
        const output = outputFor(options.json === true);
        output.result(made);
        output.line(`${made.name}: ${made.model} at ${made.baseUrl}`);
        output.note(`Test it with: offprint agent doctor ${made.name}`);
      }),
    );
  return new Command('model-server')
    .summary('list, set and remove model servers')
    .description('Model servers that agent jobs can use.')
    .addCommand(
      apiCommand('list')
        .description('List model servers.')
        .action((options: ApiOptions) =>
          withApi(options, 'read', async (api) => {
            const output = outputFor(options.json === true);
            const list = await api.request<ModelServerList>('GET', '/v1/model-servers');
            output.result(list);
            if (list.modelServers.length === 0)
              output.line(
                'No model servers yet. Add one with: offprint agent model-server set <name> --url <address> --model <id>',
              );
            output.table(
              ['NAME', 'MODEL', 'WINDOW', 'ADDRESS'],
              list.modelServers.map((one) => [
                one.name,
                one.model,
                one.windowTokens ?? one.measured?.windowTokens ?? '',
                one.baseUrl,
              ]),
            );
          }),
        ),
      { isDefault: true },
    )
    .addCommand(set)
    .addCommand(removeCommand('/v1/model-servers', 'model server'));
}

type ForgeOptions = ApiOptions &
  Readonly<{ kind?: string; url?: string; certificate?: string; tokenFile?: string }>;

export function forgeCommand(): Command {
  const set = apiCommand('set')
    .description('Add or change a forge. Its token is stored encrypted.')
    .argument('<name>', 'name for the forge')
    .addOption(new Option('--kind <kind>', 'kind of forge').choices([...forgeKinds]))
    .option('--url <address>', 'address of the forge, without the API path')
    .option('--certificate <file>', 'PEM certificates to trust for this forge')
    .option('--token-file <file>', 'file that contains the token, or - for standard input')
    .action((name: string, options: ForgeOptions) =>
      withApi(options, 'change', async (api) => {
        const { forges } = await api.request<ForgeList>('GET', '/v1/forges');
        const { hasToken: _, ...before } = forges.find((one) => one.name === name) ?? { hasToken: false };
        const { kind, url, certificate, tokenFile } = options;
        const made = await api.request<Forge>('POST', '/v1/forges', {
          ...before,
          name,
          ...(kind !== undefined && { kind }),
          ...(url !== undefined && { baseUrl: url }),
          ...(certificate !== undefined && { caBundle: readText(certificate) }),
          ...(tokenFile !== undefined && { token: tokenIn(tokenFile) }),
        });
        const output = outputFor(options.json === true);
        output.result(made);
        output.line(
          `${made.name}: ${made.kind} at ${made.baseUrl}${made.hasToken ? '' : ', without a token'}`,
        );
      }),
    );
  const test = apiCommand('test')
    .description("Check that a forge's token can access a project's repository.")
    .argument('<name>', 'name of the forge')
    .argument('<project>', 'id, domain or name')
    .action((name: string, reference: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const { projectId } = await requireProject(api, reference);
        const target = `/v1/forges/${encodeURIComponent(name)}/test`;
        const found = await api.request<ForgeTest>('POST', target, { projectId });
        const output = outputFor(options.json === true);
        output.result(found);
        output.line(found.sentence);
        if (!found.ok) process.exitCode = EXIT.checkFailed;
      }),
    );
  return new Command('forge')
    .summary('list, set, test and remove forges')
    .description('Forges where merge requests are opened.')
    .addCommand(
      apiCommand('list')
        .description('List forges.')
        .action((options: ApiOptions) =>
          withApi(options, 'read', async (api) => {
            const output = outputFor(options.json === true);
            const list = await api.request<ForgeList>('GET', '/v1/forges');
            output.result(list);
            if (list.forges.length === 0)
              output.line(
                'No forges yet. Add one with: offprint agent forge set <name> --kind <kind> --url <address>',
              );
            output.table(
              ['NAME', 'KIND', 'TOKEN', 'ADDRESS'],
              list.forges.map((one) => [one.name, one.kind, one.hasToken ? 'yes' : 'no', one.baseUrl]),
            );
          }),
        ),
      { isDefault: true },
    )
    .addCommand(set)
    .addCommand(test)
    .addCommand(removeCommand('/v1/forges', 'forge'));
}

function removeCommand(target: string, what: string): Command {
  return apiCommand('remove')
    .description(`Remove a ${what} and its token.`)
    .argument('<name>', `name of the ${what}`)
    .action((name: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        await api.request('DELETE', `${target}/${encodeURIComponent(name)}`);
        outputFor(options.json === true).line(`Removed ${name}.`);
      }),
    );
}

export function doctorCommand(): Command {
  return apiCommand('doctor')
    .description('Test a model server: models, tool calls, streaming, context window.')
    .argument('[name]', 'name of the model server (can be omitted if there is only one)')
    .action((name: string | undefined, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const server = name ?? (await onlyModelServer(api));
        output.note(`Testing ${server}. On a slow server, this can take several minutes.`);
        const found = await api.request<Diagnosis>(
          'POST',
          `/v1/model-servers/${encodeURIComponent(server)}/test`,
        );
        output.result(found);
        output.line(`Software:       ${found.software ?? 'unknown'}`);
        output.line(`Models:         ${found.models.slice(0, 10).join(', ')}`);
        if (found.tools) {
          const { streamed, whole, text } = found.tools;
          output.line(`Tools:          streamed: ${streamed}, not streamed: ${whole}, as text: ${text}`);
        }
        output.line(
          `Context window: ${found.windowTokens === null ? 'unknown' : `${found.windowTokens} tokens`}`,
        );
        for (const { severity, sentence } of found.findings) {
          output.line(`${severity === 'error' ? 'Error:         ' : 'Warning:       '} ${sentence}`);
        }
        output.line(found.ok ? 'Agent jobs can use this server.' : 'Agent jobs cannot use this server.');
        if (!found.ok) process.exitCode = EXIT.checkFailed;
      }),
    );
}

async function onlyModelServer(api: Api): Promise<string> {
  const { modelServers } = await api.request<ModelServerList>('GET', '/v1/model-servers');
  const [first, ...others] = modelServers;
  if (first && others.length === 0) return first.name;
  throw new OffprintError(
    'usage',
    first
      ? `There are several model servers. Specify one of: ${modelServers.map(({ name }) => name).join(', ')}.`
      : 'There are no model servers. Add one with: offprint agent model-server set <name> --url <address> --model <id>',
  );
}

/** Reads a token from a file. A token is never an argument, because every user of the computer can see those. */
export function tokenIn(file: string): string {
  const token = (file === '-' ? fs.readFileSync(0, 'utf8') : readText(file)).trim();
  if (token !== '') return token;
  throw new OffprintError('usage', `${file} contains no token.`);
}

export function readText(file: string): string {
  return readPlainFile(file, 'The file').toString('utf8');
}
