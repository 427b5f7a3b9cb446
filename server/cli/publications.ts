import { Command } from 'commander';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { started } from './publish.ts';
import { findPublication, publicationPath, runPublication } from './run-publication.ts';
import { findTarget } from './targets.ts';
import { type Cell, formatTime, outputFor } from './terminal.ts';
import type { Publication, PublicationList } from './wire.ts';
import { withApi } from './with-api.ts';

export function publicationsCommand(): Command {
  return new Command('publications')
    .summary('show who published what and where; follow, cancel and retry publications')
    .description('The history of publications and rollbacks.')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(watchCommand())
    .addCommand(cancelCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List publications, newest first.')
    .option('--target <target>', 'only publications to this target')
    .option('--limit <count>', 'maximum number of entries', '50')
    .action((options: ApiOptions & { target?: string; limit: string }) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const query = new URLSearchParams({ limit: options.limit });
        if (options.target !== undefined)
          query.set('targetId', (await findTarget(api, options.target)).targetId);
        const list = await api.request<PublicationList>('GET', `/v1/publications?${query}`);
        output.result(list);
        if (list.publications.length === 0) output.line('Nothing has been published yet.');
        output.table(
          ['ID', 'WHEN', 'WHO', 'WHAT', 'VERSION', 'TARGET', 'OUTCOME', 'DIGEST'],
          list.publications.map(row),
        );
      }),
    );
}

function row(publication: Publication): Cell[] {
  const { publicationId, createdAt, requestedBy, kind, domain, version, targetName, digest } = publication;
  return [
    publicationId,
    formatTime(createdAt),
    requestedBy,
    kind === 'publish' ? (domain ?? '-') : `rollback: ${domain ?? '-'}`,
    version ?? '-',
    targetName,
    outcome(publication),
    digest?.slice(0, 12) ?? '-',
  ];
}

function outcome({ status, stage, errorCode }: Publication): Cell {
  if (status === 'completed') return { text: status, colour: 'green' };
  if (status === 'failed') return { text: `failed: ${errorCode}`, colour: 'red' };
  if (status === 'canceled') return { text: status, colour: 'dim' };
  return { text: status === 'running' ? stage : status, colour: 'cyan' };
}

function showCommand(): Command {
  return apiCommand('show')
    .description('Show a publication.')
    .argument('<publication>', 'publication id (pub_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const publication = await findPublication(api, id);
        output.result(publication);
        for (const [name, value] of Object.entries(publication))
          if (value !== null) output.line(`${name.padEnd(18)}${String(value)}`);
      }),
    );
}

function watchCommand(): Command {
  return apiCommand('watch')
    .description('Follow a publication until it ends. Ctrl-C cancels it.')
    .argument('<publication>', 'publication id (pub_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', (api) =>
        runPublication(api, () => findPublication(api, id), outputFor(options.json === true)),
      ),
    );
}

function cancelCommand(): Command {
  return apiCommand('cancel')
    .description(
      'Cancel a publication. Files already sent remain on the target, hidden from readers, and a retry does not send them again.',
    )
    .argument('<publication>', 'publication id (pub_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const work = api.request<Publication>('POST', publicationPath(id, '/cancel'));
        output.result(await notFoundAs('publication', id, work));
        output.line(`Canceled. To continue the publication: offprint publications retry ${id}`);
      }),
    );
}

function retryCommand(): Command {
  return apiCommand('retry')
    .description('Continue a publication that failed, was canceled or was interrupted.')
    .argument('<publication>', 'publication id (pub_…)')
    .option('--detach', 'do not wait for publishing to finish')
    .action((id: string, options: ApiOptions & { detach?: boolean }) =>
      withApi(options, 'change', async (api) => {
        const retry = () => api.request<Publication>('POST', publicationPath(id, '/retry'));
        await started(
          api,
          () => notFoundAs('publication', id, retry()),
          options,
          outputFor(options.json === true),
        );
      }),
    );
}
