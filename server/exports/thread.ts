import { Piscina } from 'piscina';
import { asOffprintError, type ErrorCode } from '../errors.ts';
import { openForReading } from '../store/database.ts';
import { requireJob } from '../store/exports.ts';
import { frontierOf } from '../store/resources.ts';
import { readVendors } from './features/recognise.ts';
import { type IngestTask, ingest as ingestContent } from './ingest.ts';
import { linksOf } from './links-of-job.ts';
import { type ProduceContext, type ProduceTask, produceContext, produce as produceFile } from './produce.ts';
import { inspectFile } from './verify/inspect.ts';

/**
 * What the stage threads run (threads.ts starts them). A thread reads the store by itself: nothing but small tasks
 * and the bytes of finished files crosses between threads. Errors lose their codes on the way, so they are values.
 */
export type ThreadResult<T> = Readonly<{ value: T }> | Readonly<{ code: ErrorCode; message: string }>;

export const ingest = guarded((task: IngestTask) => ingestContent(task));

export const produce = guarded(
  (task: ProduceTask & Packing) => {
    if (context?.packing !== task.packing) context = { packing: task.packing, ...loadContext(task) };
    return produceFile(task, context);
  },
  ({ data }) => data.buffer,
);

export const inspect = guarded(({ folder, file }: { folder: string; file: string }) =>
  inspectFile(folder, file),
);

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
      const { code, message } = asOffprintError(error);
      return { code, message };
    }
  };
}

/** One run of the pack stage: what a thread knows of the job holds for this long. */
export type Packing = Readonly<{ dataFolder: string; jobId: string; packing: string }>;

let context: (ProduceContext & { packing: string }) | undefined;

function loadContext({ dataFolder, jobId }: Packing): ProduceContext {
  const store = openForReading(dataFolder);
  try {
    const job = requireJob(store, jobId);
    return produceContext(
      dataFolder,
      linksOf(store, job, frontierOf(store, jobId)),
      readVendors(),
      job.policy,
    );
  } finally {
    store.close();
  }
}
