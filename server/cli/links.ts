import { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatTime, outputFor, plural } from './terminal.ts';
import type { LinkKeyList, Secrets } from './wire.ts';
import { withApi } from './with-api.ts';

const PATH = '/v1/link-keys';

export function linksCommand(): Command {
  return new Command('links')
    .summary('list, rotate and revoke the keys that sign bundle links')
    .description('The keys that sign links to bundles. (To get a link: offprint jobs bundle <job>)')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(rotateCommand())
    .addCommand(revokeCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List the keys that sign links, oldest first.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const list = await api.request<LinkKeyList>('GET', PATH);
        output.result(list);
        if (list.linkKeys.length === 0) output.line('No link keys yet. One is created with the first link.');
        output.table(['LINK KEY', 'CREATED', 'USE'], list.linkKeys.map(linkKeyRow));
      }),
    );
}

function rotateCommand(): Command {
  return apiCommand('rotate')
    .description('Sign links with a new key. Links signed with older keys work until they expire.')
    .option('--revoke-old', 'also revoke older keys, so that their links stop working immediately')
    .action((options: ApiOptions & { revokeOld?: boolean }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        if (api.local()?.isOwn) {
          const { persistent, problem, detail } = await api.request<Secrets>('GET', '/v1/secrets');
          const what = `A new link key would be lost when this command ends. ${problem ?? detail}`;
          if (!persistent) throw new OffprintError('conflict', what);
        }
        const made = await api.request<LinkKeyList>('POST', PATH);
        const old = options.revokeOld ? made.linkKeys.filter(({ signs }) => !signs) : [];
        for (const { linkKeyId } of old) await api.request('DELETE', `${PATH}/${linkKeyId}`);
        const linkKeys = made.linkKeys.filter((key) => !old.includes(key));
        output.result({ linkKeys });
        output.line(`New links are signed with ${linkKeys.at(-1)?.linkKeyId}.`);
        if (options.revokeOld) output.line(`Revoked ${plural(old.length, 'older key')}.`);
      }),
    );
}

function revokeCommand(): Command {
  return apiCommand('revoke')
    .description('Revoke a key. All links signed with it stop working immediately.')
    .argument('<link-key>', 'link key id')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        await notFoundAs('link key', id, api.request('DELETE', `${PATH}/${encodeURIComponent(id)}`));
        output.result({ revoked: id });
        output.line(`Revoked ${id}.`);
      }),
    );
}

function linkKeyRow({ linkKeyId, createdAt, signs }: LinkKeyList['linkKeys'][number]): Cell[] {
  return [
    linkKeyId,
    formatTime(createdAt),
    signs ? { text: 'signs new links', colour: 'green' } : 'older links only',
  ];
}
