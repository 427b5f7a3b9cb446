import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { isErrorCode } from './exit-codes.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatBytes, formatTime, type Output, outputFor } from './terminal.ts';
import type { HostedBundle, HostedSite, HostedSiteList, NewHostedSite } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

const PATH = '/v1/hosting';
const SITE = 'name or id';
const BUNDLE = 'an archive, a set of volumes, a folder, a job (se_…) or a received bundle (rc_…)';
const LOOK_EVERY_MS = 200;

export function hostingCommand(): Command {
  return new Command('hosting')
    .summary('manage the sites that the server or the app hosts')
    .description(
      'Sites that a server makes available to readers while it is running, each at its own address. To host a site without a data folder, use offprint host.',
    )
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(addCommand())
    .addCommand(siteCommand('show', 'Show a site and its stored versions.', async (_api, site) => site))
    .addCommand(versionCommand())
    .addCommand(rollbackCommand())
    .addCommand(verbCommand('start', 'Start serving a site again.'))
    .addCommand(verbCommand('stop', 'Stop serving a site. Its versions are kept.'))
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List the sites.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const list = await api.request<HostedSiteList>('GET', PATH);
        output.result(list);
        if (list.sites.length === 0) output.line('No sites are hosted. Add one with: offprint hosting add');
        else output.table(['NAME', 'STATUS', 'VERSION', 'ADDRESS', 'ID'], list.sites.map(row));
      }),
    );
}

type AddOptions = ApiOptions & Readonly<{ host?: string; port?: string; keep?: string }>;

function addCommand(): Command {
  return apiCommand('add')
    .description('Host a site.')
    .argument('<bundle>', BUNDLE)
    .argument('[name]', "name of the site (default: the bundle's domain)")
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on (default: any free port, which the site then keeps)')
    .option('--keep <number>', 'how many versions to keep, including the current one (default: 3)')
    .action((bundle: string, name: string | undefined, options: AddOptions) =>
      withApi(options, 'change', async (api) => {
        const body: NewHostedSite = {
          ...bundleOf(api, bundle),
          ...(name !== undefined && { name }),
          ...(options.host !== undefined && { address: options.host }),
          ...(options.port !== undefined && { port: numberOf(options.port, '--port') }),
          ...(options.keep !== undefined && { keep: numberOf(options.keep, '--keep') }),
        };
        const site = await api.request<HostedSite>('POST', PATH, body);
        const found = await settled(api, site).catch((error: OffprintError) => {
          throw new OffprintError(
            error.code,
            `${error.message} The site ${site.name} was added but has nothing to serve yet. Set a version with offprint hosting update, or remove the site with offprint hosting remove.`,
          );
        });
        print(found, outputFor(options.json === true));
      }),
    );
}

function versionCommand(): Command {
  return apiCommand('update')
    .description('Switch a site to another version.')
    .argument('<site>', SITE)
    .argument('<bundle>', BUNDLE)
    .action((given: string, bundle: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const { siteId } = await findSite(api, given);
        const asked = await api.request<HostedSite>(
          'POST',
          `${PATH}/${siteId}/versions`,
          bundleOf(api, bundle),
        );
        print(await settled(api, asked), outputFor(options.json === true));
      }),
    );
}

function rollbackCommand(): Command {
  return apiCommand('rollback')
    .description('Roll back to a stored version.')
    .argument('<site>', SITE)
    .argument('[version]', 'version label or id (default: the previous version)')
    .action((given: string, version: string | undefined, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const site = await findSite(api, given);
        const kept = site.versions.find((one) => one.versionId === version || one.version === version);
        if (version !== undefined && !kept) {
          const labels = site.versions.map((one) => one.version).join(', ');
          throw new OffprintError(
            'not-found',
            `${site.name} has no version ${version}. Available versions: ${labels || 'none'}.`,
          );
        }
        const body = kept ? { versionId: kept.versionId } : {};
        const place = `${PATH}/${site.siteId}/rollback`;
        print(await api.request<HostedSite>('POST', place, body), outputFor(options.json === true));
      }),
    );
}

function verbCommand(verb: 'start' | 'stop', description: string): Command {
  return siteCommand(verb, description, async (api, { siteId }) =>
    settled(api, await api.request<HostedSite>('POST', `${PATH}/${siteId}/${verb}`)),
  );
}

function siteCommand(
  name: string,
  description: string,
  work: (api: Api, site: HostedSite) => Promise<HostedSite>,
): Command {
  return apiCommand(name)
    .description(description)
    .argument('<site>', SITE)
    .action((given: string, options: ApiOptions) =>
      withApi(options, name === 'show' ? 'read' : 'change', async (api) =>
        print(await work(api, await findSite(api, given)), outputFor(options.json === true)),
      ),
    );
}

function removeCommand(): Command {
  return apiCommand('remove')
    .description('Stop hosting a site and delete its stored versions.')
    .argument('<site>', SITE)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const { siteId, name } = await findSite(api, given);
        await api.request('DELETE', `${PATH}/${siteId}`);
        output.result({ removed: siteId });
        output.line(`Removed   ${name}`);
      }),
    );
}

/** @throws OffprintError `not-found` */
async function findSite(api: Api, given: string): Promise<HostedSite> {
  const { sites } = await api.request<HostedSiteList>('GET', PATH);
  const found = sites.find(({ siteId, name }) => siteId === given || name === given);
  if (found) return found;
  throw new OffprintError(
    'not-found',
    `There is no hosted site ${given}. List the sites with: offprint hosting`,
  );
}

/** Waits until the requested version is served. @throws OffprintError if it cannot be */
async function settled(api: Api, asked: HostedSite): Promise<HostedSite> {
  let site = asked;
  while (site.activity !== 'idle' || site.status === 'starting') {
    await pause(LOOK_EVERY_MS);
    site = await api.request<HostedSite>('GET', `${PATH}/${site.siteId}`);
  }
  if (site.error === null) return site;
  const code = isErrorCode(site.errorCode) ? site.errorCode : 'internal';
  throw new OffprintError(code, site.error);
}

/** Interprets an argument as a job, a received bundle or a path. A remote server checks its own paths. */
function bundleOf(api: Api, given: string): HostedBundle {
  if (/^se_[0-9a-f]{16}$/.test(given)) return { jobId: given };
  if (/^rc_[0-9a-f]{16}$/.test(given)) return { receivedId: given };
  if (api.local() === undefined) return { path: given };
  if (!fs.existsSync(given)) throw new OffprintError('usage', `${given} does not exist. Check the path.`);
  return { path: path.resolve(given) };
}

function numberOf(text: string, name: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new OffprintError('usage', `${name} must be a whole number, not "${text}".`);
}

function print(site: HostedSite, output: Output): void {
  const { name, status, error, siteId } = site;
  output.result(site);
  output.line(`Site      ${name} (${siteId})`);
  output.line(`Status    ${status}${error === null ? '' : `: ${error}`}`);
  output.line(`Address   ${addressOf(site)}`);
  output.table(
    ['VERSION', 'ADDED', 'PAGES', 'SIZE', 'DIGEST'],
    site.versions.map(({ version, addedAt, pageCount, sizeBytes, digest, isActive }): Cell[] => [
      isActive ? { text: `${version} (active)`, colour: 'green' } : version,
      formatTime(addedAt),
      pageCount,
      formatBytes(sizeBytes),
      digest.slice(0, 12),
    ]),
  );
}

function row(site: HostedSite): Cell[] {
  const served = site.versions.find(({ isActive }) => isActive);
  return [site.name, site.status, served?.version ?? '', addressOf(site), site.siteId];
}

function addressOf({ url, address, port }: HostedSite): string {
  return url ?? `${address.includes(':') ? `[${address}]` : address}:${port} (not listening)`;
}
