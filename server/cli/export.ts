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
import { listDirectory } from '../exports/origin/directory.ts';
import type { Report } from '../exports/report/report.ts';
import type { Progress } from '../exports/run.ts';
import { scopeOf } from '../exports/scope.ts';
import { type Plan, planOf } from '../exports/seed.ts';
import { type ExportSettings, type ExportSettingsInput, exportSettings } from '../exports/settings.ts';
import { type Host, openHost } from '../host.ts';
import { findBundle } from '../store/bundles.ts';
import { openForReading } from '../store/database.ts';
import { type ExportJob, findUnfinishedJob } from '../store/exports.ts';
import { jobFolder } from '../store/job-folder.ts';
import { findProject, findProjectByOrigin, type Project } from '../store/projects.ts';
import { dataFolderOf } from './data-folder.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { addSettingOptions, type CommonOptions, offprintCommand, settingsAmong } from './options.ts';
import { saveBundle } from './save-bundle.ts';
import { formatBytes, formatSeconds, type Output, outputFor, plural } from './terminal.ts';

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
    await dryRun(source, asked, dataFolder, output);
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

/** Runs a job to its end under the eyes of the user: progress, Ctrl-C, what came of it. Sets the exit code. */
export async function runJob(
  host: Host,
  job: ExportJob,
  out: string | undefined,
  output: Output,
): Promise<void> {
  let interrupts = 0;
  const interrupt = (): void => {
    interrupts++;
    if (interrupts > 1) process.exit(EXIT.canceled);
    output.note('Canceling …');
    host.cancel(job.id).catch((error: unknown) => output.note(String(error)));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const ended = await host.run(job.id, (progress) =>
      output.progress(progress.progress / 100, progressText(progress)),
    );
    output.progressDone();
    if (ended.status === 'completed') await reportDone(host, ended, out, output);
    else reportFailed(host, ended, output);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function progressText(progress: Progress): string {
  const { phase, pageCount, pagesKnown, remainingSeconds } = progress;
  const doing = { acquire: 'reading pages', pack: 'packing', verify: 'verifying', done: 'done' }[phase];
  const pages = pagesKnown > 0 ? ` · ${pageCount}/${pagesKnown} pages` : '';
  const left = remainingSeconds === undefined ? '' : ` · about ${formatSeconds(remainingSeconds)} left`;
  return doing + pages + left;
}

async function reportDone(
  host: Host,
  job: ExportJob,
  out: string | undefined,
  output: Output,
): Promise<void> {
  const bundle = findBundle(host.store(), job.id);
  if (!bundle)
    throw new OffprintError(
      'internal',
      `The bundle of the job ${job.id} is gone. Export again with --fresh.`,
    );
  const kept = path.join(host.dataFolder, bundle.file);
  if (out !== undefined) await saveBundle(kept, out, job, bundle);
  const place = out ?? kept;
  const folder = jobFolder(host.dataFolder, job.id);
  const report = readReport(folder);
  const seconds =
    job.packedAt && job.startedAt ? (Date.parse(job.packedAt) - Date.parse(job.startedAt)) / 1000 : 0;
  output.line(
    `Exported  ${job.domain} ${job.version}: ${plural(job.pageCount, 'page')}, ${plural(report.counts.assets, 'other file')} in ${seconds.toFixed(1)} s`,
  );
  output.line(`Verified  ${report.check?.verdict ?? 'not verified'}: ${report.check?.summary ?? ''}`);
  const notes = [
    [report.missing.length, 'missing'],
    [report.brokenAtSource.length, 'broken at the source'],
    [report.thirdParty.length, 'third-party loads removed'],
    [report.features.filter((feature) => !feature.kept).length, 'services removed'],
    [report.skipped.length, 'left out on purpose'],
  ] as const;
  const told = notes
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count.toLocaleString('en')} ${text}`);
  if (told.length > 0) output.line(`Noted     ${told.join(', ')}`);
  output.line(`Bundle    ${place} (${formatBytes(bundle.sizeBytes)})`);
  output.line(`SHA-256   ${bundle.sha256}`);
  output.line(`Report    ${path.join(folder, 'report.html')}`);
  output.result({
    jobId: job.id,
    status: job.status,
    domain: job.domain,
    version: job.version,
    pageCount: job.pageCount,
    missingCount: job.missingCount,
    verdict: job.verdict,
    bundle: {
      file: path.resolve(place),
      sizeBytes: bundle.sizeBytes,
      sha256: bundle.sha256,
      digest: bundle.digest,
    },
    report: { json: path.join(folder, 'report.json'), html: path.join(folder, 'report.html') },
    seconds,
  });
}

function reportFailed(host: Host, job: ExportJob, output: Output): void {
  const html = path.join(jobFolder(host.dataFolder, job.id), 'report.html');
  const report = job.errorCode !== 'canceled' && fs.existsSync(html) ? html : undefined;
  output.note(`offprint: ${job.error ?? 'The export failed.'}`);
  if (report) output.note(`Report: ${report}`);
  output.note(`Try again from what was acquired: offprint jobs retry ${job.id}`);
  output.result({
    jobId: job.id,
    status: job.status,
    errorCode: job.errorCode,
    error: job.error,
    report: report ?? null,
  });
  process.exitCode = exitCodeOf(job.errorCode ?? 'internal');
}

async function dryRun(
  source: string,
  asked: ExportSettingsInput,
  dataFolder: string,
  output: Output,
): Promise<void> {
  const store = openForReading(dataFolder);
  let project: Project | undefined;
  try {
    project = findProject(store, source) ?? findProjectByOrigin(store, directoryOrigin(source));
  } finally {
    store.close();
  }
  const folder = project?.origin.folder ?? realFolder(source);
  const settings = parsedSettings({ ...project?.settings, ...asked });
  const listing = await listDirectory(folder);
  const plan = planOf(listing, scopeOf(settings), settings);
  const left = [
    ...plan.left.map(({ url, reason }) => ({ url, reason: String(reason) })),
    ...listing.skipped.map(({ url, reason }) => ({ url, reason: String(reason) })),
    ...plan.unknownPaths.map((url) => ({ url, reason: 'the site has no such page' })),
  ];
  printPlan(plan, left, output);
  output.result({
    folder,
    pages: plan.exported.filter((file) => file.isPage).map((file) => file.url),
    otherFiles: plan.exported.filter((file) => !file.isPage).length,
    sizeBytes: plan.sizeBytes,
    estimatedBundleBytes: estimatedBundleBytes(plan),
    outOfScope: left,
  });
}

/** Text deflates to about a quarter, the rest is stored as it is. */
function estimatedBundleBytes(plan: Plan): number {
  const text = /\.(x?html?|css|m?js|json|svg|txt|xml|md|map)$/i;
  const share = (file: Plan['exported'][number]): number => (file.isPage || text.test(file.url) ? 0.25 : 1);
  return Math.round(plan.exported.reduce((sum, file) => sum + file.sizeBytes * share(file), 0));
}

function printPlan(plan: Plan, left: readonly { url: string; reason: string }[], output: Output): void {
  const others = plan.exported.length - plan.pageCount;
  output.line(
    `${plural(plan.pageCount, 'page')} and ${plural(others, 'other file')}, ${formatBytes(plan.sizeBytes)}`,
  );
  output.line(`Bundle: about ${formatBytes(estimatedBundleBytes(plan))}`);
  for (const file of plan.exported) if (file.isPage) output.line(`  ${file.url}`);
  if (left.length === 0) return;
  output.line(`Out of scope: ${left.length.toLocaleString('en')}`);
  for (const { url, reason } of left) output.line(`  ${url}  (${reason})`);
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

function parsedSettings(input: ExportSettingsInput): ExportSettings {
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

function readReport(folder: string): Report {
  return JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report;
}
