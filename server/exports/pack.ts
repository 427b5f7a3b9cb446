import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { type ArchiveWriter, createArchive } from '../bundles/archive.ts';
import {
  contentDigest,
  formatManifest,
  MANIFEST_FILE,
  type ManifestFile,
  OPERATOR_FILE,
} from '../bundles/manifest.ts';
import { addBundle } from '../store/bundles.ts';
import { type Store, transact } from '../store/database.ts';
import { type ExportJob, setPacked } from '../store/exports.ts';
import { addFindings, clearFindings } from '../store/findings.ts';
import { objectFile } from '../store/objects.ts';
import type { Frontier, Resource } from '../store/resources.ts';
import { allocatePaths } from './allocate.ts';
import { contentKind } from './ingest.ts';
import { linksOf } from './links-of-job.ts';
import { mapOrdered } from './pool.ts';
import { type Produced, packable, worthDeflating } from './produce.ts';
import { contentsPage, redirectPage } from './rewrite/own-pages.ts';
import { contentSettings } from './settings.ts';
import { relativeUrl } from './site.ts';
import type { StageThreads } from './threads.ts';

export type PackContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  threads: StageThreads;
  missingCount: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}>;

/** Opaque files from here on are streamed through, not held in memory. */
const STREAM_FROM_BYTES = 8 * 2 ** 20;

/** Tells one Offprint's content from another's: part of the manifest. */
export const GENERATOR = 'offprint';

/**
 * The second phase: gives every resource its path, rewrites and packs them sorted by path. A pure function of the
 * store: it may be run again from the start at any time and gives the same bytes.
 */
export async function pack(context: PackContext, suspects: readonly string[]): Promise<void> {
  const { store, job, frontier, dataFolder } = context;
  clearFindings(store, job.id);
  allocate(context);
  for (const url of suspects) await produceAlone(context, url);

  const folder = jobFolder(dataFolder, job.id);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `bundle.${job.settings.format}`);
  const unfinished = `${file}.unfinished`;
  const archive = await createArchive(unfinished, job.settings.format);
  try {
    const files = await writeFiles(context, archive, folder);
    const digest = contentDigest(files);
    const version = job.version ?? digest.slice(0, 12);
    const pageCount = frontier.count('done', 'page');
    const manifest = formatManifest({
      format: 'offprint-bundle',
      formatVersion: 1,
      domain: job.domain,
      version,
      digest,
      generator: GENERATOR,
      counts: {
        pages: pageCount,
        files: files.length,
        sizeBytes: files.reduce((sum, entry) => sum + entry.sizeBytes, 0),
        missing: context.missingCount,
      },
      settings: {
        ...contentSettings(job.settings),
        deploymentType: job.policy.deploymentType,
        features: job.policy.kept,
      },
      operatorFiles: [OPERATOR_FILE],
      files: files as ManifestFile[],
    });
    await archive.add(
      toEntry(MANIFEST_FILE, packable(Buffer.from(manifest), MANIFEST_FILE, archive.compresses)),
    );
    const { sizeBytes, sha256 } = await archive.finish();
    await fs.promises.rename(unfinished, file);
    transact(store, () => {
      addBundle(store, {
        jobId: job.id,
        format: job.settings.format,
        file: path.relative(dataFolder, file),
        sizeBytes,
        sha256,
        digest,
        fileCount: files.length + 1,
      });
      setPacked(store, job.id, version, pageCount, context.missingCount);
    });
  } catch (error) {
    await archive.abandon().catch(() => {});
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Where what belongs to a job is kept: its bundle and its report. */
export function jobFolder(dataFolder: string, jobId: string): string {
  return path.join(dataFolder, 'exports', jobId);
}

function allocate({ store, frontier }: PackContext): void {
  const placeable: { url: string; kind: 'page' | 'asset' | 'redirect' }[] = [];
  const stale: string[] = [];
  for (const resource of frontier.all()) {
    const { url, kind } = resource;
    if (resource.path !== null) stale.push(url);
    if (resource.status !== 'done' || kind === 'unknown') continue;
    if (kind === 'redirect' && isSpelling(resource)) continue;
    placeable.push({ url, kind });
  }
  const allocations = allocatePaths(placeable);
  transact(store, () => {
    for (const url of stale) frontier.setPath(url, null);
    for (const { url, path: place } of allocations) frontier.setPath(url, place);
  });
}

/** A redirect between spellings of one place (`/a` to `/a/`, to `/a.html`) needs no page: links point at its end. */
function isSpelling({ url, redirectUrl }: Resource): boolean {
  const bare = (place: string): string => place.replace(/(\/index)?\.html$/, '').replace(/\/$/, '');
  return redirectUrl !== null && bare(url) === bare(redirectUrl);
}

type Pending = Readonly<{ path: string; make: () => Promise<Made> }>;
type Made = Readonly<{ path: string; url?: string; file: ManifestFile; entry: () => Promise<void> }>;

async function writeFiles(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
): Promise<ManifestFile[]> {
  const { frontier, signal, store, job } = context;
  const total = frontier.count('done');
  const files: ManifestFile[] = [];
  const window = context.threads.count * 3;
  for await (const made of mapOrdered(pendingFiles(context, archive, folder), window, (pending) =>
    pending.make(),
  )) {
    signal.throwIfAborted();
    await made.entry();
    files.push(made.file);
    if (made.url !== undefined) frontier.clearInFlight(made.url);
    if (files.length % 16 === 0 || files.length === total) context.onProgress(files.length, total);
  }
  void store;
  void job;
  return files;
}

/** Everything that the bundle holds, sorted by path: what the site has, and pages of ours where it needs them. */
function* pendingFiles(context: PackContext, archive: ArchiveWriter, folder: string): Generator<Pending> {
  const { frontier } = context;
  let hasIndex = false;
  for (const resource of frontier.placed()) {
    if (resource.path === 'index.html') hasIndex = true;
    if (!hasIndex && resource.path > 'index.html') {
      hasIndex = true;
      yield ownPage(archive, 'index.html', contents(context));
    }
    if (resource.kind === 'redirect') yield redirect(context, archive, resource);
    else if (isStreamed(resource)) yield streamed(context, archive, folder, resource);
    else yield produced(context, archive, resource);
  }
  if (!hasIndex) yield ownPage(archive, 'index.html', contents(context));
}

function produced(
  context: PackContext,
  archive: ArchiveWriter,
  resource: Resource & { path: string },
): Pending {
  return {
    path: resource.path,
    make: async () => {
      context.frontier.markInFlight(resource.url, false);
      const result = await produceIn(context, resource, archive.compresses);
      addFindings(context.store, context.job.id, resource.url, result.problems, result.features);
      return { ...made(archive, resource.path, result), url: resource.url };
    },
  };
}

async function produceAlone(context: PackContext, url: string): Promise<void> {
  const { frontier } = context;
  for (const resource of [frontier.find(url)]) {
    if (!resource?.path || resource.kind === 'redirect' || isStreamed(resource)) continue;
    frontier.markInFlight(url, true);
    await produceIn(context, { ...resource, path: resource.path }, true);
  }
  frontier.clearInFlight(url);
}

function produceIn(
  context: PackContext,
  resource: Resource & { path: string },
  compress: boolean,
): Promise<Produced> {
  return context.threads.produce({
    url: resource.url,
    path: resource.path,
    object: resource.object ?? '',
    contentType: resource.contentType ?? '',
    compress,
  });
}

function redirect(
  context: PackContext,
  archive: ArchiveWriter,
  resource: Resource & { path: string },
): Pending {
  const links = linksOf(context.store, context.job, context.frontier);
  const target = links.target(resource.url);
  const href = target?.kind === 'file' ? relativeUrl(resource.path, target.path) : './';
  return ownPage(archive, resource.path, redirectPage(href));
}

function contents({ frontier, job }: PackContext): string {
  const pages = [];
  for (const page of frontier.placed()) {
    if (page.kind === 'page')
      pages.push({ href: relativeUrl('index.html', page.path), title: page.title ?? '' });
  }
  return contentsPage(job.domain, pages);
}

function ownPage(archive: ArchiveWriter, file: string, html: string): Pending {
  return {
    path: file,
    make: () => Promise.resolve(made(archive, file, packable(Buffer.from(html), file, archive.compresses))),
  };
}

function made(archive: ArchiveWriter, file: string, content: Omit<Produced, 'problems' | 'features'>): Made {
  return {
    path: file,
    file: { path: file, sha256: content.sha256, sizeBytes: content.sizeBytes },
    entry: () => archive.add(toEntry(file, content)),
  };
}

function toEntry(file: string, content: Omit<Produced, 'problems' | 'features'>) {
  return {
    path: file,
    method: content.method,
    crc32: content.crc32,
    sizeBytes: content.sizeBytes,
    compressedBytes: content.data.length,
    data: content.data,
  };
}

function isStreamed(resource: Resource): boolean {
  return (
    (resource.sizeBytes ?? 0) >= STREAM_FROM_BYTES && contentKind(resource.contentType ?? '') === 'opaque'
  );
}

/** A large file passes through a temporary file, since its entry begins with sizes that are known only afterwards. */
function streamed(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
  resource: Resource & { path: string },
): Pending {
  return {
    path: resource.path,
    make: async () => {
      const source = objectFile(context.dataFolder, resource.object ?? '');
      const temporary = path.join(folder, `${resource.object}.unfinished`);
      const deflate = archive.compresses && worthDeflating(resource.path);
      let crc32 = 0;
      await pipeline(
        fs.createReadStream(source, { highWaterMark: 2 ** 20 }),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            crc32 = zlib.crc32(chunk, crc32);
            yield chunk;
          }
        },
        deflate ? zlib.createDeflateRaw({ level: 6 }) : zlib.createDeflateRaw({ level: 0 }),
        fs.createWriteStream(temporary, { mode: 0o600 }),
        { signal: context.signal },
      );
      const sizeBytes = resource.sizeBytes ?? 0;
      const compressedBytes = (await fs.promises.stat(temporary)).size;
      const smaller = deflate && compressedBytes < sizeBytes;
      return {
        path: resource.path,
        url: resource.url,
        file: { path: resource.path, sha256: resource.object ?? '', sizeBytes },
        entry: async () => {
          await archive.add({
            path: resource.path,
            method: smaller ? 8 : 0,
            crc32,
            sizeBytes,
            compressedBytes: smaller ? compressedBytes : sizeBytes,
            data: fs.createReadStream(smaller ? temporary : source, { highWaterMark: 2 ** 20 }),
          });
          fs.rmSync(temporary, { force: true });
        },
      };
    },
  };
}
