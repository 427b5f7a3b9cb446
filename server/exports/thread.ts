import { Piscina } from 'piscina';
import { type ConvertTask, convertBundle } from '../bundles/convert.ts';
import { packable } from '../bundles/deflate.ts';
import { type DeltaTask, writeDelta } from '../bundles/write-delta.ts';
import { asOffprintError, type ErrorCode } from '../errors.ts';
import { openForReading } from '../store/database.ts';
import { requireJob } from '../store/exports.ts';
import { frontierOf } from '../store/resources.ts';
import { type ExtractTask, extractText } from './extract.ts';
import { readVendors } from './features/recognise.ts';
import { type IngestTask, ingest as ingestContent } from './ingest.ts';
import { linksOf } from './links-of-job.ts';
import { type ProduceContext, type ProduceTask, produceContext, produce as produceFile } from './produce.ts';
import { buildSearchIndex, readSearchFile, type SearchFile } from './search/search-index.ts';
import { hasSearch } from './settings.ts';
import { inspectFile } from './verify/inspect.ts';

/**
 * What the stage threads run (threads.ts starts them). A thread reads the store by itself: nothing but small tasks
 * and the bytes of finished files crosses between threads. Errors lose their codes on the way, so they are values.
 */
export type ThreadResult<T> = Readonly<{ value: T }> | Readonly<{ code: ErrorCode; message: string }>;

/** Does nothing: a thread that answers has been started. */
export const ready = guarded(() => undefined);

export const ingest = guarded((task: IngestTask) => ingestContent(task));

export const produce = guarded(
  (task: ProduceTask & Packing) => {
    if (context?.packing !== task.packing) context = { packing: task.packing, ...loadContext(task) };
    return produceFile(task, context);
  },
  ({ data }) => data.buffer,
);

export const extract = guarded((task: ExtractTask) => extractText(task));

export const packSearchFile = guarded(
  (task: PackSearchFileTask) => packable(readSearchFile(task), task.path, task.compress),
  ({ data }) => data.buffer,
);

export const inspect = guarded(({ folder, file }: { folder: string; file: string }) =>
  inspectFile(folder, file),
);

/** A signal that has come from another thread. */
type Abortable = Readonly<{ signal: AbortSignal }>;

export const convert = awaited((task: ConvertTask & Abortable) => convertBundle(task, task.signal));

export const searchIndex = awaited((task: Readonly<{ folder: string }> & Abortable) =>
  buildSearchIndex(task.folder, task.signal),
);

export const delta = awaited((task: DeltaTask & Abortable) => writeDelta(task, task.signal));

function awaited<Task, T>(work: (task: Task) => Promise<T>): (task: Task) => Promise<ThreadResult<T>> {
  return (task) => work(task).then((value) => ({ value }), failure);
}

/** @param content names the bytes in a result: they change hands instead of being copied */
function guarded<Task, T>(
  work: (task: Task) => T,
  content?: (result: T) => ArrayBufferLike,
): (task: Task) => ThreadResult<T> {
  return (task) => {
    try {
      const value = work(task);
      const bytes = content?.(value);
      // Small buffers lie in Node's shared pool and must not be given away.
      if (bytes === undefined || bytes.byteLength <= Buffer.poolSize) return { value };
      const moved = { [Piscina.transferableSymbol]: [bytes], [Piscina.valueSymbol]: { value } };
      return Piscina.move(moved as never) as unknown as ThreadResult<T>;
    } catch (error) {
      return failure(error);
    }
  };
}

function failure(error: unknown): { code: ErrorCode; message: string } {
  const { code, message } = asOffprintError(error);
  return { code, message };
}

/** A file of the search on its way into the bundle; its path is that in the bundle. */
export type PackSearchFileTask = SearchFile & Readonly<{ compress: boolean }>;

/** One run of the pack stage: what a thread knows of the job holds for this long. */
export type Packing = Readonly<{
  dataFolder: string;
  jobId: string;
  packing: string;
  /** Of the code that packs (fingerprint.ts). */
  fingerprint: string;
}>;

let context: (ProduceContext & { packing: string }) | undefined;

function loadContext({ dataFolder, jobId, fingerprint }: Packing): ProduceContext {
  const store = openForReading(dataFolder);
  try {
    const job = requireJob(store, jobId);
    return produceContext(
      dataFolder,
      linksOf(store, job, frontierOf(store, jobId)),
      readVendors(),
      job.policy,
      fingerprint,
      hasSearch(job.settings),
    );
  } finally {
    store.close();
  }
}
