import { Command } from 'commander';
import { requireProject } from './find-project.ts';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { RECEIVED } from './receive.ts';
import { type Cell, formatTime, outputFor } from './terminal.ts';
import type { ReceivedBundle, ReceivedList } from './wire.ts';
import { withApi } from './with-api.ts';

export function receivedCommand(): Command {
  return new Command('received')
    .summary('list received bundles, and keep or discard them')
    .description(
      'Shows what was received and by whom, who signed it, and whether the signing key is currently trusted.',
    )
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(keepCommand())
    .addCommand(acceptCommand())
    .addCommand(discardCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List received bundles, newest first.')
    .option('--limit <count>', 'maximum number of entries', '50')
    .action((options: ApiOptions & { limit: string }) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const query = `?limit=${encodeURIComponent(options.limit)}`;
        const list = await api.request<ReceivedList>('GET', RECEIVED + query);
        output.result(list);
        if (list.received.length === 0)
          output.line('Nothing has been received yet. Receive a bundle with: offprint receive <bundle>');
        else output.table(HEADINGS, list.received.map(row));
      }),
    );
}

function keepCommand(): Command {
  return apiCommand('keep')
    .description('Keep a bundle as a version of a project.')
    .argument('<id>', 'bundle id (rc_…)')
    .option('--project <project>', "id, domain or name (default: the project with the bundle's domain)")
    .action((id: string, options: ApiOptions & { project?: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const project =
          options.project === undefined ? undefined : await requireProject(api, options.project);
        const body = project ? { projectId: project.projectId } : {};
        const place = `${RECEIVED}/${encodeURIComponent(id)}/keep`;
        const kept = await notFoundAs('received', id, api.request<ReceivedBundle>('POST', place, body));
        output.result(kept);
        output.line(`Kept      ${kept.jobId}`);
      }),
    );
}

function acceptCommand(): Command {
  return apiCommand('accept')
    .description('Accept a bundle that is not signed with a trusted key. This is recorded in the history.')
    .argument('<id>', 'bundle id (rc_…)')
    .requiredOption('--as <verdict>', 'the verdict to accept: unsigned or unknown-signer')
    .action((id: string, options: ApiOptions & { as: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const place = `${RECEIVED}/${encodeURIComponent(id)}/accept`;
        const accepted = api.request<ReceivedBundle>('POST', place, { as: options.as });
        const found = await notFoundAs('received', id, accepted);
        output.result(found);
        output.line(`Accepted  ${id} as ${options.as}`);
      }),
    );
}

function discardCommand(): Command {
  return apiCommand('discard')
    .description("Delete a received bundle's files. The bundle remains in the history.")
    .argument('<id>', 'bundle id (rc_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const place = `${RECEIVED}/${encodeURIComponent(id)}/discard`;
        await notFoundAs('received', id, api.request('POST', place));
        output.result({ discarded: id });
        output.line(`Discarded ${id}`);
      }),
    );
}

const HEADINGS = ['ID', 'BUNDLE', 'VERDICT', 'SIGNER', 'STATUS', 'BY', 'WHEN', 'DIGEST'];

function row(found: ReceivedBundle): Cell[] {
  const { verification } = found;
  const bundle = verification?.bundle;
  return [
    found.receivedId,
    bundle ? `${bundle.domain} ${bundle.version}` : found.source,
    { text: verification?.verdict ?? '', colour: verification?.verdict === 'valid' ? 'green' : 'red' },
    verification?.signer?.name ?? '',
    found.jobId ? `kept as ${found.jobId}` : found.status,
    found.receivedBy,
    formatTime(found.receivedAt),
    bundle?.digest.slice(0, 12) ?? '',
  ];
}
