import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
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
import type { ZipEntry } from '../bundles/zip.ts';
import { asOffprintError } from '../errors.ts';
import { addBundle, askedLabel } from '../store/bundles.ts';
import { type Store, transact } from '../store/database.ts';
import { type ExportJob, setPacked } from '../store/exports.ts';
import { addFindings, clearFindings } from '../store/findings.ts';
import { jobFolder } from '../store/job-folder.ts';
import { damagedObject, objectFile } from '../store/objects.ts';
import type { Frontier, Resource } from '../store/resources.ts';
import { allocatePaths, compareBytes } from './allocate.ts';
import { readVendors, recogniser } from './features/recognise.ts';
import { contentKind } from './ingest.ts';
import { linksOf, MAX_REDIRECTS } from './links-of-job.ts';
import { mapOrdered } from './pool.ts';
import { DEFLATE_LEVEL, type Produced, type ProduceTask, packable, worthDeflating } from './produce.ts';
import type { Links } from './rewrite/links.ts';
import { contentsPage, redirectPage } from './rewrite/own-pages.ts';
import { HIDING_FILE } from './rewrite/page.ts';
import { contentSettings } from './settings.ts';
import { relativeUrl } from './site.ts';
import type { Packing } from './thread.ts';
import type { StageThreads } from './threads.ts';

export type PackContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  threads: StageThreads;
  /** Names this run of the stage. */
  packing: string;
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
 * @throws OffprintError `object-damaged` when raw content has to be acquired again: it is queued for that
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
    const version = askedLabel(store, job) ?? digest.slice(0, 12);
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
      files,
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

function allocate({ store, frontier }: PackContext): void {
  const placeable: { url: string; kind: 'page' | 'asset' | 'redirect' }[] = [];
  const stale: string[] = [];
  for (const resource of frontier.all()) {
    const { url, kind } = resource;
    if (resource.path !== null) stale.push(url);
    if (resource.status !== 'done' || kind === 'unknown') continue;
    if (kind === 'redirect' && (isSpelling(resource) || !leadsToPage(frontier, resource))) continue;
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
  const bare = (place: string): string =>
    place
      .replace(/\/{2,}/g, '/')
      .replace(/(\/index)?\.html$/, '')
      .replace(/\/$/, '');
  return redirectUrl !== null && bare(url) === bare(redirectUrl);
}

/** Only readers are sent on: what pages load is linked to directly. */
function leadsToPage(frontier: Frontier, redirect: Resource): boolean {
  let end: Resource | undefined = redirect;
  for (let hops = 0; hops < MAX_REDIRECTS && end?.kind === 'redirect'; hops++) {
    end = end.redirectUrl === null ? undefined : frontier.find(end.redirectUrl);
  }
  return end?.kind === 'page';
}

/** A file of the bundle: `make` does the work, `write` appends it to the archive when its turn has come. */
type Pending = Readonly<{ path: string; sizeBytes: number; make: () => Promise<Made> }>;
type Made = Readonly<{ file: ManifestFile; write: () => Promise<void>; url?: string }>;

/** Enough that a large page does not leave the threads without work, little enough for any machine. */
const IN_THE_MAKING = { items: 64, bytes: 32 * 2 ** 20 };

async function writeFiles(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
): Promise<ManifestFile[]> {
  const { frontier, signal } = context;
  const total = frontier.count('done');
  const files: ManifestFile[] = [];
  const window = { ...IN_THE_MAKING, sizeOf: (pending: Pending) => pending.sizeBytes };
  const made = mapOrdered(filesInOrder(context, archive, folder), window, (pending) => pending.make());
  for await (const { file, write, url } of made) {
    signal.throwIfAborted();
    await write();
    files.push(file);
    if (url !== undefined) frontier.clearInFlight(url);
    context.onProgress(files.length, total);
  }
  return files;
}

/** Everything that the bundle holds, sorted by path: what the site has, and files of ours where it needs them. */
function* filesInOrder(context: PackContext, archive: ArchiveWriter, folder: string): Generator<Pending> {
  const { store, job, frontier } = context;
  const links = linksOf(store, job, frontier);
  const own: { path: string; text: () => string }[] = [];
  const hiding = recogniser(readVendors(), job.policy).hidingRules;
  if (hiding !== '') own.push({ path: HIDING_FILE, text: () => hiding });
  if (!hasIndex(frontier)) own.push({ path: 'index.html', text: () => contents(context) });
  own.sort((a, b) => compareBytes(a.path, b.path));
  for (const resource of frontier.placed()) {
    while (own[0] && compareBytes(own[0].path, resource.path) < 0) yield ownFile(archive, own.shift());
    if (resource.kind === 'redirect') yield redirect(archive, resource, links);
    else if (isStreamed(resource)) yield streamed(context, archive, folder, resource);
    else yield produced(context, archive, resource);
  }
  while (own.length > 0) yield ownFile(archive, own.shift());
}

type Placed = Resource & { path: string };

function produced(context: PackContext, archive: ArchiveWriter, resource: Placed): Pending {
  return {
    path: resource.path,
    sizeBytes: resource.sizeBytes ?? 0,
    make: async () => {
      context.frontier.markInFlight(resource.url, false);
      const result = await context.threads
        .produce(taskOf(context, resource, archive.compresses))
        .catch((error: unknown) => {
          if (asOffprintError(error).code === 'object-damaged') context.frontier.requeue(resource.url);
          throw error;
        });
      addFindings(context.store, context.job.id, resource.url, result.problems, result.features);
      return { ...made(archive, resource.path, result), url: resource.url };
    },
  };
}

/** Works on one resource with nothing else in flight and throws the result away: see takeSuspects in run.ts. */
async function produceAlone(context: PackContext, url: string): Promise<void> {
  const { frontier, threads } = context;
  const resource = frontier.find(url);
  if (!resource?.path || resource.kind === 'redirect' || isStreamed(resource)) return;
  frontier.markInFlight(url, true);
  await threads.produce(taskOf(context, { ...resource, path: resource.path }, true));
  frontier.clearInFlight(url);
}

function taskOf(
  { dataFolder, job, packing }: PackContext,
  resource: Placed,
  compress: boolean,
): ProduceTask & Packing {
  const { url, path: place, object, contentType } = resource;
  const task = { url, path: place, object: object ?? '', contentType: contentType ?? '', compress };
  return { ...task, dataFolder, jobId: job.id, packing };
}

function redirect(archive: ArchiveWriter, resource: Placed, links: Links): Pending {
  const target = links.target(resource.url);
  const href = target?.kind === 'file' ? relativeUrl(resource.path, target.path) : './';
  return ownFile(archive, { path: resource.path, text: () => redirectPage(href) });
}

function hasIndex(frontier: Frontier): boolean {
  for (const { path: place } of frontier.placed()) if (place === 'index.html') return true;
  return false;
}

function contents({ frontier, job }: PackContext): string {
  const pages = [];
  for (const page of frontier.placed()) {
    if (page.kind === 'page')
      pages.push({ href: relativeUrl('index.html', page.path), title: page.title ?? '' });
  }
  return contentsPage(job.domain, pages);
}

function ownFile(archive: ArchiveWriter, own: { path: string; text: () => string } | undefined): Pending {
  const { path: place, text } = own ?? { path: '', text: () => '' };
  return {
    path: place,
    sizeBytes: 0,
    make: () =>
      Promise.resolve(made(archive, place, packable(Buffer.from(text()), place, archive.compresses))),
  };
}

type Content = Omit<Produced, 'problems' | 'features'>;

function made(archive: ArchiveWriter, place: string, content: Content): Made {
  return {
    file: { path: place, sha256: content.sha256, sizeBytes: content.sizeBytes },
    write: () => archive.add(toEntry(place, content)),
  };
}

function toEntry(place: string, content: Content): ZipEntry {
  const { method, crc32, sizeBytes, data } = content;
  return { path: place, method, crc32, sizeBytes, compressedBytes: data.length, data };
}

function isStreamed(resource: Resource): boolean {
  return (
    (resource.sizeBytes ?? 0) >= STREAM_FROM_BYTES && contentKind(resource.contentType ?? '') === 'opaque'
  );
}

/**
 * A large file is never held in memory. Its entry begins with its checksum and sizes, so it is read twice; what
 * deflates passes through a temporary file of its own (the same content may stand in several places).
 */
function streamed(context: PackContext, archive: ArchiveWriter, folder: string, resource: Placed): Pending {
  const { dataFolder, frontier, signal } = context;
  const sizeBytes = resource.sizeBytes ?? 0;
  const sha256 = resource.object ?? '';
  return {
    path: resource.path,
    sizeBytes: STREAM_FROM_BYTES, // its buffers: a few at a time are enough
    make: async () => {
      const source = objectFile(dataFolder, sha256);
      const hash = createHash('sha256');
      let crc32 = 0;
      const checked = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          crc32 = zlib.crc32(chunk, crc32);
          hash.update(chunk);
          yield chunk;
        }
      };
      const deflated = path.join(folder, `${randomUUID()}.unfinished`);
      const deflates = archive.compresses && worthDeflating(resource.path);
      const input = fs.createReadStream(source, { highWaterMark: 2 ** 20 });
      if (deflates) {
        const output = fs.createWriteStream(deflated, { mode: 0o600 });
        await pipeline(input, checked, zlib.createDeflateRaw({ level: DEFLATE_LEVEL }), output, { signal });
      } else {
        await pipeline(input, checked, new Writable({ write: (_chunk, _encoding, done) => done() }), {
          signal,
        });
      }
      if (hash.digest('hex') !== sha256) {
        fs.rmSync(deflated, { force: true });
        frontier.requeue(resource.url);
        throw damagedObject(dataFolder, sha256);
      }
      const deflatedBytes = deflates ? (await fs.promises.stat(deflated)).size : sizeBytes;
      const smaller = deflatedBytes < sizeBytes;
      return {
        url: resource.url,
        file: { path: resource.path, sha256, sizeBytes },
        write: async () => {
          await archive.add({
            path: resource.path,
            method: smaller ? 8 : 0,
            crc32,
            sizeBytes,
            compressedBytes: smaller ? deflatedBytes : sizeBytes,
            data: fs.createReadStream(smaller ? deflated : source, { highWaterMark: 2 ** 20 }),
          });
          fs.rmSync(deflated, { force: true });
        },
      };
    },
  };
}
