import { workerData } from 'node:worker_threads';
import { OffprintError } from '../errors.ts';
import { openForReading } from '../store/database.ts';
import { requireJob } from '../store/exports.ts';
import { frontierOf } from '../store/resources.ts';
import { readVendors } from './features/recognise.ts';
import { type Ingested, type IngestTask, ingest as ingestContent } from './ingest.ts';
import { linksOf } from './links-of-job.ts';
import { type Produced, type ProduceTask, produceContext, produce as produceFile } from './produce.ts';
import { type Inspected, inspectFile } from './verify/inspect.ts';

/**
 * What the stage threads run (threads.ts starts them). A thread reads the store by itself: nothing but small tasks
 * and the bytes of finished files crosses between threads.
 */
export type ThreadData = Readonly<{ dataFolder: string; jobId: string }>;

export function inspect(task: { folder: string; file: string }): Inspected {
  return inspectFile(task.folder, task.file);
}

export function ingest(task: IngestTask): Ingested {
  return ingestContent(task);
}

let context: ReturnType<typeof loadContext> | undefined;

export function produce(task: ProduceTask): Produced {
  context ??= loadContext();
  return produceFile(task, context);
}

function loadContext() {
  const [, { dataFolder, jobId }] = workerData as [unknown, ThreadData];
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
