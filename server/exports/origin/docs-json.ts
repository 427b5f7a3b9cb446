import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ignoredPaths } from '../../docs-site/model/mintignore.ts';
import { SUPPLIED } from '../../docs-site/model/supplied.ts';
import { OffprintError } from '../../errors.ts';
import { programBeside } from '../../program-beside.ts';
import { type DiagramPen, openDiagramPen } from '../diagrams/draw-diagrams.ts';
import { codeFingerprint } from '../reuse/fingerprint.ts';
import { toSitePath } from '../site/site.ts';
import type { ListingReason } from '../site/skip-reasons.ts';
import type {
  FromDocsJsonThread,
  MadeSite,
  ReadSite,
  ReadTask,
  RenderTask,
  ToDocsJsonThread,
} from './docs-json.types.ts';
import { keepDocsJsonFindings } from './docs-json-findings.ts';
import type { FolderLimits } from './folder-limits.ts';
import { type Listing, listFiles, type SiteFile, type Skipped } from './list-directory.ts';
import { checkOutsFolder } from './repository.ts';

export type RenderedDocs = Readonly<{
  folder: string;
  /** Name of the site in docs.json, if set. */
  name: string | undefined;
  pages: number;
  findings: number;
  /** Sources that are not part of the site. */
  skipped: readonly Skipped[];
  remove: () => void;
}>;

/**
 * Builds the site of a folder with a docs.json in a temporary folder, and stores the findings for the report.
 * @param limits null for a folder that Offprint created
 * @throws OffprintError `origin-unreadable`; the reason of the signal
 */
export async function renderDocsJson(
  folder: string,
  limits: FolderLimits | null,
  {
    dataFolder,
    projectId,
    jobId,
    ...rest
  }: Pick<MakeOptions, 'dataFolder' | 'supplied' | 'decide' | 'signal'> &
    Readonly<{ projectId: string; jobId: string }>,
): Promise<RenderedDocs> {
  const place = path.join(checkOutsFolder(dataFolder), `${jobId}-site`);
  const remove = (): void => fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  try {
    const kept = docsJsonFolder(dataFolder, projectId);
    const made = await makeDocsJsonSite(folder, limits, { place, kept, dataFolder, ...rest });
    keepDocsJsonFindings(dataFolder, jobId, made.findings);
    const { name, pages, findings, skipped } = made;
    return { folder: place, name, pages, findings: findings.length, skipped, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Builds the site of a folder with a docs.json.
 * @param options.place output folder, which is replaced
 * @param options.kept folder with the page bodies of earlier builds
 * @throws OffprintError `origin-unreadable`; the reason of the signal
 */
export async function makeDocsJsonSite(
  folder: string,
  limits: FolderLimits | null,
  { place, kept, dataFolder, supplied, decide, signal, patienceMs }: MakeOptions,
): Promise<Made> {
  const sources = await sourcesOf(folder, limits, decide);
  const files = [...sources.files, ...(supplied === undefined ? [] : await suppliedFiles(supplied))];
  fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  const pen = openDiagramPen(dataFolder, signal);
  const task = { ...sources, files, place, kept, version: codeFingerprint() };
  const made = await inThread<MadeSite>(task, folder, { pen, signal, patienceMs }).finally(pen.close);
  const left = made.leftOut.map(({ path, reason }) => ({ url: toSitePath(path), reason }));
  return { ...made, skipped: [...sources.skipped, ...left] };
}

/**
 * Returns the files to use in place of network addresses, by their names in the tree (docs-site/model/supplied.ts).
 */
async function suppliedFiles({ folder, limits }: SuppliedFolder): Promise<RenderTask['files']> {
  const { files } = await sourcesOf(folder, limits);
  return files.map(([name, file]) => [`${SUPPLIED}/${name}`, file]);
}

/** Folder with files that the operator supplies in place of network addresses. */
export type SuppliedFolder = Readonly<{ folder: string; limits: FolderLimits | null }>;

export type MakeOptions = Readonly<{
  place: string;
  kept: string;
  dataFolder: string;
  supplied?: SuppliedFolder | undefined;
  /**
   * Decides about files that look like secrets; without it they are left out.
   * @throws OffprintError `secret-files`
   */
  decide?: (listing: Listing) => Listing;
  signal: AbortSignal;
  /** Maximum time for one page; PATIENCE_MS by default. */
  patienceMs?: number | undefined;
}>;

type Made = MadeSite & Readonly<{ skipped: readonly Skipped[] }>;

type ThreadOptions = Readonly<{ pen?: DiagramPen; signal?: AbortSignal; patienceMs?: number | undefined }>;

function inThread<Done extends MadeSite | ReadSite>(
  task: ReadTask | RenderTask,
  folder: string,
  { pen, signal, patienceMs = PATIENCE_MS }: ThreadOptions,
): Promise<Done> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const thread = new Worker(programBeside(import.meta.url, './docs-json-thread'), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB, maxYoungGenerationSizeMb: 32 },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      void thread.terminate();
      settle();
    };
    const fail = (message: string, cause?: unknown): void =>
      end(() =>
        reject(
          new OffprintError('origin-unreadable', `The site in ${folder} cannot be built: ${message}`, cause),
        ),
      );
    const abort = (): void => end(() => reject(signal?.reason));
    signal?.addEventListener('abort', abort, { once: true });
    let page: string | undefined;
    const giveUp = (): void =>
      fail(
        page === undefined
          ? `it takes more than ${patienceMs / 1000} seconds to read docs.json, the front matter of the pages and the OpenAPI documents. Simplify them, or name files that are no part of the site in .mintignore.`
          : `it takes more than ${patienceMs / 1000} seconds to make a page of ${page}. Simplify it, or name it in .mintignore.`,
      );
    const timer = setTimeout(giveUp, patienceMs);
    thread.on('message', (message: FromDocsJsonThread) => {
      timer.refresh();
      if ('page' in message) page = message.page;
      else if ('draw' in message) {
        const { id, source } = message.draw;
        pen?.draw(source, id).then(
          (drawing) => thread.postMessage({ id, drawing } satisfies ToDocsJsonThread),
          (error) => end(() => reject(error)),
        );
      } else if ('done' in message) end(() => resolve(message.done as Done));
      else if (message.error.ofConfig) fail(message.error.message);
      else end(() => reject(new Error(message.error.message)));
    });
    thread.on('error', (error) => fail(`${error.message}.`, error));
  });
}

/** Maximum time for one page, and for everything that is read before the first page. */
const PATIENCE_MS = 5 * 60_000;
/** Many times what 20,000 pages need; a site that needs more has a faulty page. */
const MEMORY_MAX_MB = 512;
/** Reasons for leaving out symbolic links. */
const LINKS_NOT_FOLLOWED: ReadonlySet<string> = new Set([
  'leads out of the folder',
  'link to a parent folder',
] satisfies ListingReason[]);

type Sources = Pick<RenderTask, 'files' | 'published' | 'leadingOut'> &
  Readonly<{ skipped: readonly Skipped[]; secrets: readonly SiteFile[] }>;

/** Returns the files of a folder that a site may be built from, and `.mintignore`, by their paths in it. */
async function sourcesOf(
  folder: string,
  limits: FolderLimits | null,
  decide: (listing: Listing) => Listing = (listing) => listing,
): Promise<Sources> {
  const whole = await listFiles(folder, limits);
  const pathOf = ({ file }: SiteFile): string => path.relative(whole.root, file).split(path.sep).join('/');
  const places = new Map<string, string>();
  const ignore = path.join(whole.root, '.mintignore');
  if (fs.lstatSync(ignore, { throwIfNoEntry: false })?.isFile()) places.set('.mintignore', ignore);
  const isIgnored = ignoredPaths({
    paths: [],
    has: (name) => places.has(name),
    read: (name) => fs.readFileSync(places.get(name) ?? ''),
  });
  const secrets = whole.secrets.filter((file) => !isIgnored(pathOf(file)));
  const listing = decide({ ...whole, secrets });
  for (const file of listing.files)
    if (file.onlyReferenced !== 'node_modules') places.set(pathOf(file), file.file);
  return {
    files: [...places].sort(([a], [b]) => (a < b ? -1 : 1)),
    published: secrets.map(pathOf).filter((name) => places.has(name)),
    leadingOut: listing.skipped
      .filter(({ url, reason }) => LINKS_NOT_FOLLOWED.has(reason) && !url.includes('/node_modules/'))
      .map(({ url }) => decodeURIComponent(url.replace(/^\/|\/$/g, ''))),
    skipped: listing.skipped,
    secrets,
  };
}

/** Returns the folder with the page bodies of a project. */
export function docsJsonFolder(dataFolder: string, projectId: string): string {
  return path.join(dataFolder, 'docs-json', projectId);
}

/**
 * Returns the title of a docs.json site, the addresses of its pages, and files that look like secrets.
 * @throws OffprintError `origin-unreadable`
 */
export async function docsJsonSite(
  folder: string,
  limits: FolderLimits | null,
  { patienceMs }: Pick<MakeOptions, 'patienceMs'> = {},
): Promise<ReadSite & Readonly<{ secrets: readonly SiteFile[] }>> {
  const { files, published, leadingOut, secrets } = await sourcesOf(folder, limits);
  const site = await inThread<ReadSite>({ files, published, leadingOut }, folder, { patienceMs });
  return { ...site, secrets };
}
