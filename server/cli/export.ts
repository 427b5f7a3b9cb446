import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { OffprintError, systemCode } from '../errors.ts';
import type { FeatureSwitches } from '../exports/features/policy.ts';
import {
  type DeploymentType,
  deploymentTypes,
  featurePolicy,
  features,
  refusedSwitches,
} from '../exports/features/policy.ts';
import { type ExportSettings, type ExportSettingsInput, exportSettings } from '../exports/settings.ts';
import { type Host, openHost } from '../host.ts';
import { openForReading } from '../store/database.ts';
import { type ExportJob, findUnfinishedJob } from '../store/exports.ts';
import { findProject, findProjectByOrigin, type Project } from '../store/projects.ts';
import { dataFolderOf } from './data-folder.ts';
import { dryRun } from './dry-run.ts';
import { addSettingOptions, type CommonOptions, offprintCommand, settingsAmong } from './options.ts';
import { runJob } from './run-job.ts';
import { type Output, outputFor, plural } from './terminal.ts';

type ExportOptions = CommonOptions &
  ExportSettingsInput &
  Readonly<{
    out?: string;
    domain?: string;
    label?: string;
    deployment?: DeploymentType;
    keep?: (typeof features)[number][];
    dryRun?: boolean;
    fresh?: boolean;
  }>;

export function exportCommand(): Command {
  const command = offprintCommand('export')
    .summary('export a built site to a verified bundle')
    .description(
      'Exports a built documentation site to a bundle that opens without a network, verifies the bundle in a browser, and says where it is. An export that was interrupted goes on where it stopped.',
    )
    .argument('<source>', 'folder of a built site, or the id, domain or name of a project')
    .option('-o, --out <file>', 'where to put the bundle: .zip or .tar.gz')
    .option('--domain <domain>', 'host name of the site (default: <folder>.localhost)')
    .option('--label <version>', 'version label (default: first 12 digits of the content digest)')
    .addOption(new Option('--deployment <type>', 'where the bundle is used').choices([...deploymentTypes]))
    .addOption(new Option('--keep <feature...>', 'configurable features to keep').choices([...features]))
    .option('--dry-run', 'only list what would be exported: pages, size, what is out of scope and why')
    .option('--fresh', 'do not go on with an interrupted export of this site: begin anew');
  addSettingOptions(command);
  return command.action((source: string, options: ExportOptions) => runExportCommand(source, options));
}

async function runExportCommand(source: string, options: ExportOptions): Promise<void> {
  const output = outputFor(options.json === true);
  const out = options.out === undefined ? undefined : checkedOut(options.out);
  if (options.label !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(options.label)) {
    throw new OffprintError('usage', 'A version label has 1 to 64 of the characters A-Z a-z 0-9 . _ -');
  }
  const asked = settingsAmong(options);
  if (out !== undefined && asked.format === undefined) asked.format = out.endsWith('.zip') ? 'zip' : 'tar.gz';
  if (out !== undefined && !out.endsWith(`.${asked.format}`)) {
    throw new OffprintError(
      'usage',
      `The format ${asked.format} does not fit the name ${path.basename(out)}. Leave one of them out.`,
    );
  }
  // What can be seen to be wrong is refused before anything is written.
  parsedSettings(asked);
  if (options.domain !== undefined) checkedDomain(options.domain);
  const dataFolder = dataFolderOf(options.data);
  if (fs.existsSync(source)) {
    const folder = realFolder(source);
    refuseInside(folder, dataFolder, 'The data folder', '--data');
    if (out !== undefined) refuseInside(folder, out, 'The bundle', '--out');
  }

  if (options.dryRun) {
    const project = knownProject(dataFolder, source);
    const folder = project?.origin.folder ?? realFolder(source);
    await dryRun(folder, parsedSettings({ ...project?.settings, ...asked }), output);
    return;
  }
  const host = await openHost(dataFolder);
  try {
    const project = await projectOf(host, source, options);
    const settings = parsedSettings({ ...project.settings, ...asked });
    const job = await jobOf(host, project, settings, options, output);
    await runJob(host, job, out, output);
  } finally {
    await host.close();
  }
}

function knownProject(dataFolder: string, source: string): Project | undefined {
  const store = openForReading(dataFolder);
  try {
    return findProject(store, source) ?? findProjectByOrigin(store, directoryOrigin(source));
  } finally {
    store.close();
  }
}

async function projectOf(host: Host, source: string, options: ExportOptions): Promise<Project> {
  const store = host.store();
  const known = fs.existsSync(source)
    ? findProjectByOrigin(store, directoryOrigin(source))
    : findProject(store, source);
  const switches: FeatureSwitches | undefined =
    options.keep && Object.fromEntries(options.keep.map((feature) => [feature, true]));
  const deploymentType = options.deployment ?? known?.deploymentType ?? 'air-gapped';
  const [refused] = refusedSwitches(deploymentType, switches ?? {});
  if (refused) throw new OffprintError('usage', refused);
  if (known) {
    return host.command('updateProject', known.id, {
      deploymentType,
      ...(switches && { features: switches }),
      ...(options.domain !== undefined && {
        domains: [checkedDomain(options.domain), ...known.domains.slice(1)],
      }),
    });
  }
  const origin = directoryOrigin(source);
  const name = path.basename(origin.folder) || 'site';
  return host.command('createProject', {
    name,
    origin,
    domains: [options.domain === undefined ? freeDomain(host, name) : checkedDomain(options.domain)],
    deploymentType,
    features: switches ?? {},
    settings: {},
  });
}

async function jobOf(
  host: Host,
  project: Project,
  settings: ExportSettings,
  options: ExportOptions,
  output: Output,
): Promise<ExportJob> {
  const policy = featurePolicy(project.deploymentType, project.features);
  const version = options.label ?? null;
  const unfinished = findUnfinishedJob(host.store(), project.id);
  if (unfinished) {
    const same =
      JSON.stringify([unfinished.settings, unfinished.policy]) === JSON.stringify([settings, policy]) &&
      (version === null || unfinished.version === version);
    if (same && !options.fresh) {
      output.note(
        `Going on with ${unfinished.id}, which was interrupted (${plural(unfinished.pageCount, 'page')} done).`,
      );
      return unfinished;
    }
    await host.command(
      'failJob',
      unfinished.id,
      'canceled',
      'Canceled: another export of the site was started instead.',
    );
  }
  return host.command('createJob', {
    projectId: project.id,
    domain: project.domains[0] ?? '',
    version,
    settings,
    policy,
  });
}

/** All settings, the absent ones at their defaults. @throws OffprintError `usage` */
export function parsedSettings(input: ExportSettingsInput): ExportSettings {
  const parsed = exportSettings.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new OffprintError(
    'usage',
    `The setting ${issue?.path.join('.') ?? ''} is not right: ${issue?.message ?? ''}.`,
  );
}

function directoryOrigin(source: string): { kind: 'directory'; folder: string } {
  return { kind: 'directory', folder: realFolder(source) };
}

function realFolder(source: string): string {
  if (/^https?:\/\//.test(source)) {
    throw new OffprintError(
      'usage',
      `${source} is an address. This version exports folders: give the folder of the built site.`,
    );
  }
  let folder: string;
  try {
    folder = fs.realpathSync(source);
  } catch {
    throw new OffprintError(
      'usage',
      `There is no folder, and no project, named ${source}. Check the path, or list the projects with: offprint projects`,
    );
  }
  if (fs.statSync(folder).isDirectory()) return folder;
  throw new OffprintError('usage', `${source} is not a folder. Give the folder that holds the built site.`);
}

function freeDomain(host: Host, name: string): string {
  const label =
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'site';
  for (let count = 1; ; count++) {
    const domain = `${count === 1 ? label : `${label}-${count}`}.localhost`;
    if (!findProject(host.store(), domain)) return domain;
  }
}

/** A bare host name (RFC 1123 §2.1). */
export function checkedDomain(domain: string): string {
  const bare = domain.toLowerCase();
  if (/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(bare))
    return bare;
  throw new OffprintError(
    'usage',
    `"${domain}" is no host name. Give it bare, without protocol, port or path: docs.example.com`,
  );
}

/** The place for a bundle, absolute. @throws OffprintError `usage` when nothing can be put there */
export function checkedOut(out: string): string {
  const file = path.resolve(out);
  if (!/\.(zip|tar\.gz)$/.test(file))
    throw new OffprintError('usage', `Name the bundle .zip or .tar.gz, not ${path.basename(file)}.`);
  if (!fs.existsSync(path.dirname(file)))
    throw new OffprintError('usage', `There is no folder ${path.dirname(file)}. Make it first.`);
  if (fs.existsSync(file) && !fs.statSync(file).isFile())
    throw new OffprintError('usage', `${file} is no file. Choose another name.`);
  try {
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
  } catch (error) {
    throw new OffprintError(
      'usage',
      `The folder ${path.dirname(file)} cannot be written (${systemCode(error)}). Choose another place for the bundle.`,
    );
  }
  return file;
}

/** What Offprint writes into a site would be part of it, now or at the next export; hidden files are not. */
function refuseInside(site: string, place: string, what: string, option: string): void {
  const names = path.relative(site, place).split(path.sep);
  if (path.isAbsolute(names.join(path.sep)) || names.some((name) => name.startsWith('.'))) return;
  throw new OffprintError(
    'usage',
    `${what} ${place} would lie inside the site and become part of it. Choose another place with ${option}.`,
  );
}
