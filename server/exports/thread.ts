import { workerData } from 'node:worker_threads';
import { asOffprintError, type ErrorCode, OffprintError } from '../errors.ts';
import { openForReading } from '../store/database.ts';
import { requireJob } from '../store/exports.ts';
import { frontierOf } from '../store/resources.ts';
import { readVendors } from './features/recognise.ts';
import { type IngestTask, ingest as ingestContent } from './ingest.ts';
import { linksOf } from './links-of-job.ts';
import { type ProduceTask, produceContext, produce as produceFile } from './produce.ts';
import { inspectFile } from './verify/inspect.ts';

/**
 * What the stage threads run (threads.ts starts them). A thread reads the store by itself: nothing but small tasks
 * and the bytes of finished files crosses between threads. Errors lose their codes on the way, so they are values.
 */
export type ThreadData = Readonly<{ dataFolder: string; jobId: string }>;

export type ThreadResult<T> = Readonly<{ value: T }> | Readonly<{ code: ErrorCode; message: string }>;

export const ingest = guarded((task: IngestTask) => ingestContent(task));

export const produce = guarded((task: ProduceTask) => {
  context ??= loadContext();
  return produceFile(task, context);
});

export const inspect = guarded(({ folder, file }: { folder: string; file: string }) =>
  inspectFile(folder, file),
);

function guarded<Task, T>(work: (task: Task) => T): (task: Task) => ThreadResult<T> {
  return (task) => {
    try {
      return { value: work(task) };
    } catch (error) {
      const { code, message } = asOffprintError(error);
      return { code, message };
    }
  };
}

let context: ReturnType<typeof loadContext> | undefined;

function loadContext() {
  const { dataFolder, jobId } = workerData as ThreadData;
  const store = openForReading(dataFolder);
  if (!store) throw new OffprintError('internal', `The store in ${dataFolder} has gone`);
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
