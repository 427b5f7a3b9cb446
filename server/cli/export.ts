import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import {
  type DeploymentType,
  deploymentTypes,
  type Feature,
  features,
} from '../exports/features/feature-policy.ts';
import type { ExportSettingsInput } from '../exports/settings/settings.ts';
import { localFolder } from './connect.ts';
import { dataFolderOf } from './data-folder.ts';
import { defaultDomain } from './default-domain.ts';
import { listProjects, projectNamed, projectOf, projectPath } from './find-project.ts';
import { jobPath } from './follow.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { addOriginOptions, type OriginOptions, originChange, urlOriginOf } from './origin-options.ts';
import { destinationOf, FORCE, formatOf, IN_FOLDER, requireFit } from './out-file.ts';
import { checkedDomain, fromFileUrl, isAddress, parsedSettings, realFolder } from './project-options.ts';
import { printDetached, runJob } from './run-job.ts';
import { addSettingOptions, settingsAmong, shortenHelp } from './setting-options.ts';
import { type Output, outputFor, plural } from './terminal.ts';
import type { Job, JobList, OriginTest, Project } from './wire.ts';
import { type Api, reconnecting, withApi } from './with-api.ts';

type ExportOptions = ApiOptions &
  OriginOptions &
  ExportSettingsInput &
  Readonly<{
    out?: string;
    force?: boolean;
    archiveFolder?: boolean;
    domain?: string;
    supplied?: string;
    label?: string;
    deployment?: DeploymentType;
    keep?: Feature[];
    dryRun?: boolean;
    fresh?: boolean;
    detach?: boolean;
  }>;

/** Options in the short help: what most exports need. */
const USUAL = [
  '--out',
  '--force',
  '--label',
  '--include',
  '--exclude',
  '--max-pages',
  '--dry-run',
  '--fresh',
  '--data',
  '--server',
];

export function exportCommand(): Command {
  const command = apiCommand('export')
    .summary('export a site to a verified bundle')
    .description(
      'Exports a documentation site, from a folder or a live address, to a bundle that works offline, and verifies the bundle in a browser. An interrupted export continues where it stopped. If a server is using the data folder, or you specify one with --server, the export runs on that server.',
    )
    .argument('<source>', "folder of a built site, address of a live site, or a project's id, domain or name")
    .option('-o, --out <file>', 'file to save the bundle to (.zip or .tar.gz)')
    .option(...FORCE)
    .option(...IN_FOLDER)
    .option(
      '--domain <domain>',
      'host name of the site (default: the host in its address, or <folder>.localhost)',
    )
    .option(
      '--supplied <folder>',
      'for a docs.json site: folder with local copies of files that the site refers to on other servers',
    )
    .option('--label <version>', 'version label (default: first 12 digits of the content digest)')
    .addOption(
      new Option('--deployment <type>', 'where the bundle will be read').choices([...deploymentTypes]),
    )
    .addOption(new Option('--keep <feature...>', 'configurable features to keep').choices([...features]))
    .option('--dry-run', 'only list what would be exported: pages, size, and what is out of scope and why')
    .option('--fresh', 'start from scratch: do not continue an interrupted export or reuse anything')
    .option('--detach', 'start the export on the server, print the job ID and exit');
  addOriginOptions(command);
  addSettingOptions(command);
  shortenHelp(command, USUAL);
  return command
    .action((source: string, options: ExportOptions) => runExportCommand(fromFileUrl(source), options))
    .addHelpText(
      'after',
      `
Examples:
  offprint export ./site --out site.zip
  offprint export https://docs.example.com/ --out docs.zip
  offprint export docs.example.com --server https://builder.example:4750 --out site.zip`,
    );
}

async function runExportCommand(source: string, options: ExportOptions): Promise<void> {
  const output = outputFor(options.json === true);
  const destination = await destinationOf(options);
  const out = destination?.file;
  if (options.label !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(options.label)) {
    throw new OffprintError(
      'usage',
      'A version label must be 1 to 64 characters long and can contain only A-Z a-z 0-9 . _ -',
    );
  }
  const asked = settingsAmong(options);
  if (out !== undefined && asked.format === undefined) asked.format = formatOf(out);
  if (out !== undefined && asked.format !== undefined) requireFit(out, asked.format);
  if (options.detach && out !== undefined) {
    throw new OffprintError(
      'usage',
      '--detach does not wait for the bundle, so --out cannot be used with it.',
    );
  }
  // Reject invalid options before anything is written.
  parsedSettings(asked);
  if (options.domain !== undefined) checkedDomain(options.domain);
  const dataFolder = localFolder(options);
  if (dataFolder !== undefined && fs.existsSync(source)) {
    const folder = realFolder(source);
    refuseInside(folder, dataFolder, 'The data folder', '--data');
    if (out !== undefined) refuseInside(folder, out, 'The bundle', '--out');
  }
  if (options.dryRun) return runDryRun(source, options, asked, output);

  await withApi(options, 'change', async (connected) => {
    const api = reconnecting(connected, 'change');
    if (options.detach && api.local()?.isOwn) {
      throw new OffprintError(
        'conflict',
        'No server is using this data folder, so the export would not run. Start a server with offprint serve, or omit --detach.',
      );
    }
    const { project, isNew } = await projectFor(api, source, options);
    const start = (): Promise<Job> => startJob(api, project, asked, options, output);
    if (options.detach) return printDetached(await start(), output);
    await runJob(connected, start, destination, output, isNew ? () => removeUnread(api, project) : undefined);
  });
}

/** Reads the site from this computer, even if there is a server. */
async function runDryRun(
  source: string,
  options: ExportOptions,
  asked: ExportSettingsInput,
  output: Output,
): Promise<void> {
  if (options.server !== undefined) {
    throw new OffprintError('usage', '--dry-run runs on this computer, so --server cannot be used with it.');
  }
  const here = { data: dataFolderOf(options.data) };
  const { place, project } = await withApi(here, 'read', async (api) => {
    const place = placeOf(api, source, options);
    const projects = await listProjects(api);
    return { place, project: place ? projectOf(projects, place) : projectNamed(projects, source) };
  });
  const origin = project?.origin ?? place ?? { kind: 'directory' as const, folder: realFolder(source) };
  const settings = parsedSettings({ ...project?.settings, ...asked });
  const { dryRun, liveDryRun } = await import('./dry-run.ts');
  if (origin.kind === 'directory') await dryRun(origin.folder, here.data, settings, output);
  else if (origin.kind === 'repository') {
    throw new OffprintError(
      'usage',
      '--dry-run does not work with repositories. To see what is exported, run the command without --dry-run.',
    );
  } else await liveDryRun(urlOriginOf(origin.url, options, origin), project?.domains ?? [], settings, output);
}

/**
 * Removes a project whose first export has read nothing, so that a mistyped address leaves nothing behind.
 * @returns false if the project stays, because it has other exports or the server does not allow it
 */
async function removeUnread(api: Api, project: Project): Promise<boolean> {
  try {
    const query = new URLSearchParams({ projectId: project.projectId, limit: '2' });
    const { jobs } = await api.request<JobList>('GET', `/v1/static-export/jobs?${query}`);
    if (jobs.length > 1) return false;
    await api.request('DELETE', projectPath(project));
    return true;
  } catch {
    return false;
  }
}

/**
 * Tests a live site before a detached export creates a project for it: nobody waits for that export, so nobody would
 * remove the project if nothing could be read. If the key may not test origins, the job reports the problem.
 * @throws OffprintError `origin-unreachable`, `origin-unreadable`
 */
async function requireReadable(api: Api, origin: Project['origin']): Promise<void> {
  if (origin.kind !== 'url') return;
  const tested = await api.request<OriginTest>('POST', '/v1/origins/test', { origin }).catch((error) => {
    if (error instanceof OffprintError && error.code === 'forbidden') return undefined;
    throw error;
  });
  if (!tested || tested.outcome === 'page' || tested.outcome === 'login') return;
  const code = tested.outcome === 'unreadable' ? 'origin-unreadable' : 'origin-unreachable';
  throw new OffprintError(code, tested.problem ?? `${origin.url} cannot be read. Check the address.`);
}

/** Finds or creates the project to export, and applies the options to it. */
async function projectFor(
  api: Api,
  source: string,
  options: ExportOptions,
): Promise<Readonly<{ project: Project; isNew: boolean }>> {
  const { deployment: deploymentType, keep, domain } = options;
  const switches = keep && Object.fromEntries(keep.map((feature) => [feature, true]));
  const common = { ...(deploymentType && { deploymentType }), ...(switches && { features: switches }) };
  for (let attempt = 1; ; attempt++) {
    const projects = await listProjects(api);
    const place = placeOf(api, source, options);
    const known = place === undefined ? projectNamed(projects, source) : projectOf(projects, place);
    if (known) {
      const domains = domain !== undefined && { domains: [checkedDomain(domain), ...known.domains.slice(1)] };
      const origin = {
        ...originChange(known.origin, options),
        ...suppliedChange(api, known.origin, options),
      };
      const change = { ...common, ...domains, ...origin };
      const isChanged = Object.keys(change).length > 0;
      const project = isChanged ? await api.request<Project>('PATCH', projectPath(known), change) : known;
      return { project, isNew: false };
    }
    if (place === undefined) throw noProject(api, source);
    originChange(place, options);
    if (options.detach) await requireReadable(api, place);
    try {
      const project = await api.request<Project>('POST', '/v1/projects', {
        origin: place,
        ...suppliedChange(api, place, options),
        domains: [domain === undefined ? defaultDomain(projects, place) : checkedDomain(domain)],
        ...common,
      });
      return { project, isNew: true };
    } catch (error) {
      // Another command may have created the same project or taken the name in the meantime.
      const isTaken = error instanceof OffprintError && error.code === 'conflict';
      if (!isTaken || attempt === 3) throw error;
    }
  }
}

/**
 * Returns the origin with the `--supplied` folder, whose files are used instead of the network; empty without the
 * option.
 * @throws OffprintError `usage` if the project is a live site
 */
export function suppliedChange(
  api: Pick<Api, 'local'>,
  origin: Project['origin'],
  { supplied }: Pick<ExportOptions, 'supplied'>,
): { origin?: Project['origin'] } {
  if (supplied === undefined) return {};
  if (origin.kind === 'url') {
    throw new OffprintError(
      'usage',
      '--supplied is for folders and repositories with a docs.json, but this project is a live site. Omit the option.',
    );
  }
  return { origin: { ...origin, supplied: api.local() ? realFolder(supplied) : supplied } };
}

/**
 * Converts a source to an origin: a live site, a resolved folder of this computer, or an absolute path on the server.
 * @returns undefined if it is the name of a project
 */
function placeOf(api: Api, source: string, options: OriginOptions): Project['origin'] | undefined {
  if (isAddress(source)) return urlOriginOf(source, options);
  const isFolder = api.local()
    ? fs.existsSync(source)
    : path.posix.isAbsolute(source) || path.win32.isAbsolute(source);
  return isFolder ? { kind: 'directory', folder: api.local() ? realFolder(source) : source } : undefined;
}

/** Error for a source that is not a project. @throws OffprintError if the source can only be a folder */
function noProject(api: Api, source: string): OffprintError {
  if (api.local()) realFolder(source);
  if (fs.existsSync(source)) {
    return new OffprintError(
      'usage',
      `${source} is a folder on this computer, which the server ${api.name} cannot read. Specify a project on the server or an absolute path there.`,
    );
  }
  return new OffprintError(
    'not-found',
    `The server ${api.name} has no project ${source}. List its projects with: offprint projects`,
  );
}

/** Starts an export, or continues an unfinished one with the same settings. */
async function startJob(
  api: Api,
  project: Project,
  settings: ExportSettingsInput,
  options: ExportOptions,
  output: Output,
): Promise<Job> {
  const job = await api.request<Job>('POST', '/v1/static-export/jobs', {
    domain: project.domains[0],
    ...(options.label !== undefined && { version: options.label }),
    settings,
    ...(options.fresh ? { fresh: true } : { resume: true }),
  });
  if (job.startedAt !== null) {
    const how = job.status === 'running' ? 'which is running' : 'which was interrupted';
    output.note(`Continuing ${job.jobId}, ${how} (${plural(job.pageCount, 'page')} done).`);
  }
  if (api.local()?.isOwn) await cancelInterrupted(api, project, job);
  return job;
}

/** Cancels interrupted exports of the site in favour of this one, because no server would continue them. */
async function cancelInterrupted(api: Api, { projectId }: Project, started: Job): Promise<void> {
  const query = new URLSearchParams({ projectId, status: 'queued', limit: '500' });
  const { jobs } = await api.request<JobList>('GET', `/v1/static-export/jobs?${query}`);
  for (const { jobId, startedAt } of jobs) {
    if (jobId === started.jobId || startedAt === null) continue;
    await api.request('POST', jobPath(jobId, '/cancel'));
  }
}

/** Rejects output inside the site, where this or the next export would include it. Hidden files are not exported. */
function refuseInside(site: string, place: string, what: string, option: string): void {
  const names = path.relative(site, place).split(path.sep);
  if (path.isAbsolute(names.join(path.sep)) || names.some((name) => name.startsWith('.'))) return;
  throw new OffprintError(
    'usage',
    `${what} ${place} would be inside the site and become part of it. Choose another location with ${option}.`,
  );
}
