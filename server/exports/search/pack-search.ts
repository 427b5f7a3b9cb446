import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Packable } from '../../bundles/deflate.ts';
import { asOffprintError } from '../../errors.ts';
import type { ExportJob } from '../../store/exports.ts';
import { searchFolder } from '../../store/job-folder.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import { copyAll } from '../reuse/entry-reuse.ts';
import type { PreviousExports } from '../reuse/reuse-candidates.ts';
import type { ScanCache } from '../reuse/scan-cache.ts';
import { mapOrdered } from '../threads/concurrency.ts';
import type { StageThreads } from '../threads/threads.ts';
import type { ExtractTask } from './extract-text.ts';
import {
  collectSearchPages,
  type PackedPage,
  type PagePlace,
  SEARCH_FOLDER,
  type SearchFile,
} from './search-index.ts';

/** Inputs for the search of a bundle, passed on by packing. */
export type SearchContext = Readonly<{
  dataFolder: string;
  job: ExportJob;
  frontier: Frontier;
  threads: StageThreads;
  /** Fingerprint of the packing code (fingerprint.ts). */
  fingerprint: string;
  previous: PreviousExports;
  scanCache: ScanCache;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}>;

/** A file of the search, built or copied when it is needed. */
export type SearchPart = Readonly<{ path: string; sizeBytes: number; make: () => Promise<Packable> }>;

/** The search of a bundle while it is being built. */
export type BundleSearch = Readonly<{
  /** Digest of everything that determines its files: the code and the pages. */
  digest: string;
  /** Number of pages that were read. */
  pageCount: number;
  /** Returns its files, sorted by path, once they are built. */
  files: () => Promise<readonly SearchPart[]>;
  /** Cancels pending work and removes temporary files. */
  end: () => Promise<void>;
}>;

/** Same limits as in pack.ts: a large page must not leave the threads idle, and memory is bounded. */
const IN_THE_MAKING = { items: 64, bytes: 32 * 2 ** 20 };

/**
 * Reuses the search of an earlier bundle if it had the same pages. Otherwise reads the text of all pages, then starts
 * building the files in a thread. Text is kept on disk.
 * @param compress whether to deflate files if that makes them smaller
 * @throws OffprintError `object-damaged` if raw content must be acquired again; it has been queued for that
 */
export async function beginSearch(context: SearchContext, compress: boolean): Promise<BundleSearch> {
  const digest = searchDigest(context);
  return (compress && (await copyEarlier(context, digest))) || makeAnew(context, digest, compress);
}

function searchDigest(context: SearchContext): string {
  const hash = createHash('sha256').update(context.fingerprint);
  for (const page of placedPages(context)) {
    const { path, object, contentType } = page;
    const drawn = drawnText(context, page);
    hash.update(`\n${JSON.stringify([path, object, contentType, ...(drawn ? [drawn] : [])])}`);
  }
  return hash.digest('hex');
}

async function copyEarlier({ previous }: SearchContext, digest: string): Promise<BundleSearch | undefined> {
  const copied = await copyAll(previous.entriesBelow(`${SEARCH_FOLDER}/`), digest);
  return copied && { digest, pageCount: 0, files: async () => copied.parts, end: copied.close };
}

async function makeAnew(context: SearchContext, digest: string, compress: boolean): Promise<BundleSearch> {
  const { dataFolder, job, signal, threads } = context;
  const folder = searchFolder(dataFolder, job.id);
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  let pageCount = 0;
  try {
    pageCount = await collect(context, folder);
  } catch (error) {
    remove();
    throw error;
  }
  const ending = new AbortController();
  const made = threads.searchIndex(folder, AbortSignal.any([signal, ending.signal]));
  made.catch(() => {}); // reported to the caller of `files`
  return {
    digest,
    pageCount,
    files: async () => {
      const files = (await made).map((file) => ({ ...file, path: `${SEARCH_FOLDER}/${file.path}` }));
      return batched(files).flatMap((batch) => partsOf(batch, threads, compress));
    },
    end: async () => {
      ending.abort();
      await made.catch(() => {});
      remove();
    },
  };
}

/**
 * Most files are small, and starting a task takes as long as packing one of them. A batch has up to this many bytes, or
 * one larger file.
 */
const BATCH_BYTES = 2 ** 18;

function batched(files: readonly SearchFile[]): SearchFile[][] {
  const batches: SearchFile[][] = [];
  let left = 0;
  for (const file of files) {
    left -= file.sizeBytes;
    if (left >= 0) batches.at(-1)?.push(file);
    else {
      batches.push([file]);
      left = BATCH_BYTES - file.sizeBytes;
    }
  }
  return batches;
}

/**
 * Returns the parts of a batch, which is packed as a whole when the first part is requested. Each part is handed over
 * once and then released.
 */
function partsOf(files: readonly SearchFile[], threads: StageThreads, compress: boolean): SearchPart[] {
  let packed: Promise<(Packable | undefined)[]> | undefined;
  return files.map(({ path, sizeBytes }, index) => ({
    path,
    sizeBytes,
    make: async () => {
      packed ??= threads.packSearchFiles({ files, compress });
      const batch = await packed;
      const content = batch[index] as Packable;
      batch[index] = undefined; // all parts wait until the last one is packed; together they would fill memory
      return content;
    },
  }));
}

/**
 * Records where the text of each page is stored, and extracts the text of pages for which that is unknown. Returns the
 * number of pages.
 */
async function collect(context: SearchContext, folder: string): Promise<number> {
  const { dataFolder, frontier, scanCache, signal, threads } = context;
  const pageCount = frontier.count('done', 'page');
  const total = pageCount + frontier.count('done');
  const pages = collectSearchPages(folder);
  const read = async (page: PlacedPage): Promise<PlacedPage & { place?: PagePlace; text?: PackedPage }> => {
    const { url } = page;
    const drawn = drawnText(context, page);
    if (drawn) return { ...page, text: drawn };
    const place = scanCache.of(page)?.text;
    if (place) return { ...page, place };
    frontier.markInFlight(url, false);
    try {
      return { ...page, text: await threads.extract(extractTask(dataFolder, page)) };
    } catch (error) {
      if (asOffprintError(error).code === 'object-damaged') frontier.requeue(url);
      throw error;
    }
  };
  try {
    const window = { ...IN_THE_MAKING, sizeOf: (page: PlacedPage) => page.sizeBytes ?? 0 };
    let done = 0;
    for await (const { url, path, place, text } of mapOrdered(placedPages(context), window, read)) {
      signal.throwIfAborted();
      if (place) pages.addPlace(path, place);
      if (text) {
        pages.add(path, text);
        frontier.clearInFlight(url);
      }
      context.onProgress(++done, total);
    }
  } finally {
    pages.close();
  }
  return pageCount;
}

type PlacedPage = Resource & { path: string };

function* placedPages({ frontier }: SearchContext): Generator<PlacedPage> {
  for (const resource of frontier.placed()) if (resource.kind === 'page') yield resource;
}

/** Returns the text of a page that keeps its scripts and has no text without them. */
function drawnText(
  { frontier }: SearchContext,
  { url, renderMode, documents }: Resource,
): PackedPage | undefined {
  return renderMode === 'fetched' && documents ? frontier.drawnText(url) : undefined;
}

export function extractTask(dataFolder: string, page: PlacedPage): ExtractTask {
  return { dataFolder, object: page.object ?? '', contentType: page.contentType ?? '' };
}
