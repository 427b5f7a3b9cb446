import type { ConvertTask } from '../../bundles/convert.ts';
import { packable } from '../../bundles/deflate.ts';
import type { FolderTask } from '../../bundles/move-to-folder.ts';
import type { UnpackTask } from '../../bundles/unpack-entries.ts';
import type { DeltaTask } from '../../bundles/write-delta.ts';
import { readRange } from '../../file-ranges.ts';
import { requireJob } from '../../store/exports.ts';
import { openForReading } from '../../store/open-read-only.ts';
import { frontierOf } from '../../store/resources.ts';
import {
  type IngestContext,
  type IngestTask,
  ingest as ingestContent,
  ingestContext,
  ingestContextKey,
} from '../crawl/extract-links.ts';
import { readVendors } from '../features/vendor-widgets.ts';
import {
  type ProduceContext,
  type ProduceTask,
  produceContext,
  produce as produceFile,
} from '../pack/produce.ts';
import { type ExtractTask, extractText } from '../search/extract-text.ts';
import { buildSearchIndex, type SearchFile } from '../search/search-index.ts';
import { linksOf } from '../site/links-of-job.ts';
import { awaited, guarded, type ThreadResult } from './results.ts';

/**
 * Code that the stage threads run (threads.ts starts them). Threads read the store themselves, so only small tasks and
 * the bytes of finished files pass between threads. Code that is needed after packing, or never, is loaded lazily.
 */

/** Does nothing; a response shows that the thread has started. */
export function ready(): ThreadResult<undefined> {
  return { value: undefined };
}

export const ingest = guarded((task: IngestTask) => ingestContent(task, contextOf(task)));

/** Contexts of the jobs that run concurrently. */
const contexts = new Map<string, IngestContext>();
const CONTEXTS_MAX = 4;

function contextOf(task: IngestTask): IngestContext {
  const key = ingestContextKey(task);
  const known = contexts.get(key);
  if (known) return known;
  if (contexts.size === CONTEXTS_MAX) contexts.clear();
  const context = ingestContext(task);
  contexts.set(key, context);
  return context;
}

export const produce = guarded(
  (task: ProduceTask & Packing) => {
    if (produced?.packing !== task.packing) produced = { packing: task.packing, ...loadContext(task) };
    return produceFile(task, produced);
  },
  ({ data }) => [data.buffer],
);

export const extract = guarded((task: ExtractTask) => extractText(task));

export const packSearchFiles = guarded(
  ({ files, compress }: PackSearchFilesTask) =>
    files.map((file) => packable(readRange(file), file.path, compress)),
  (packed) => packed.map(({ data }) => data.buffer),
);

/** A signal transferred from another thread. */
type Abortable = Readonly<{ signal: AbortSignal }>;

export const searchIndex = awaited((task: Readonly<{ folder: string }> & Abortable) =>
  buildSearchIndex(task.folder, task.signal),
);

export const unpack = awaited(async (task: UnpackTask) => {
  const { unpackEntries } = await import('../../bundles/unpack-entries.ts');
  unpackEntries(task);
});

export const inspect = awaited(async ({ folder, file }: { folder: string; file: string }) => {
  const { inspectFile } = await import('../verify/inspect.ts');
  return JSON.stringify(inspectFile(folder, file)); // transferring hundreds of objects is faster as text
});

export const convert = awaited(async (task: ConvertTask & Abortable) => {
  const { convertBundle } = await import('../../bundles/convert.ts');
  return convertBundle(task, task.signal);
});

export const moveToFolder = awaited(async (task: FolderTask & Abortable) => {
  const { moveToFolder } = await import('../../bundles/move-to-folder.ts');
  return moveToFolder(task, task.signal);
});

export const delta = awaited(async (task: DeltaTask & Abortable) => {
  const { writeDelta } = await import('../../bundles/write-delta.ts');
  return writeDelta(task, task.signal);
});

/** Search files to be packed; their paths are those in the bundle. */
export type PackSearchFilesTask = Readonly<{ files: readonly SearchFile[]; compress: boolean }>;

/** One run of the pack stage; what a thread knows about the job is valid for that run. */
export type Packing = Readonly<{
  dataFolder: string;
  jobId: string;
  packing: string;
  /** Fingerprint of the code that packs (fingerprint.ts). */
  fingerprint: string;
  hasSearch: boolean;
}>;

let produced: (ProduceContext & { packing: string }) | undefined;

function loadContext({ dataFolder, jobId, fingerprint, hasSearch }: Packing): ProduceContext {
  const store = openForReading(dataFolder);
  try {
    const job = requireJob(store, jobId);
    return produceContext(
      dataFolder,
      linksOf(store, job, frontierOf(store, jobId)),
      readVendors(),
      job.policy,
      fingerprint,
      hasSearch,
    );
  } finally {
    store.close();
  }
}
