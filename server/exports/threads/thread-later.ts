import type { ConvertTask } from '../../bundles/convert.ts';
import { packable } from '../../bundles/deflate.ts';
import type { UnpackTask } from '../../bundles/unpack-entries.ts';
import type { DeltaTask } from '../../bundles/write-delta.ts';
import { readRange } from '../../file-ranges.ts';
import { openForReading } from '../../store/database.ts';
import { requireJob } from '../../store/exports.ts';
import { frontierOf } from '../../store/resources.ts';
import { readVendors } from '../features/recognise.ts';
import {
  type ProduceContext,
  type ProduceTask,
  produceContext,
  produce as produceFile,
} from '../pack/produce.ts';
import { type ExtractTask, extractText } from '../search/extract-text.ts';
import { buildSearchIndex, type SearchFile } from '../search/search-index.ts';
import { linksOf } from '../site/links-of-job.ts';
import { awaited, guarded } from './results.ts';

// What the stage threads run once pages have been acquired, or on request: loaded when it is needed first.

export const produce = guarded(
  (task: ProduceTask & Packing) => {
    if (context?.packing !== task.packing) context = { packing: task.packing, ...loadContext(task) };
    return produceFile(task, context);
  },
  ({ data }) => [data.buffer],
);

export const extract = guarded((task: ExtractTask) => extractText(task));

export const packSearchFiles = guarded(
  ({ files, compress }: PackSearchFilesTask) =>
    files.map((file) => packable(readRange(file), file.path, compress)),
  (packed) => packed.map(({ data }) => data.buffer),
);

/** A signal that has come from another thread. */
type Abortable = Readonly<{ signal: AbortSignal }>;

export const searchIndex = awaited((task: Readonly<{ folder: string }> & Abortable) =>
  buildSearchIndex(task.folder, task.signal),
);

// What comes after packing, or never, is loaded for itself.

export const unpack = awaited(async (task: UnpackTask) => {
  const { unpackEntries } = await import('../../bundles/unpack-entries.ts');
  unpackEntries(task);
});

export const inspect = awaited(async ({ folder, file }: { folder: string; file: string }) => {
  const { inspectFile } = await import('../verify/inspect.ts');
  return JSON.stringify(inspectFile(folder, file)); // hundreds of objects cross the faster as a text
});

export const convert = awaited(async (task: ConvertTask & Abortable) => {
  const { convertBundle } = await import('../../bundles/convert.ts');
  return convertBundle(task, task.signal);
});

export const delta = awaited(async (task: DeltaTask & Abortable) => {
  const { writeDelta } = await import('../../bundles/write-delta.ts');
  return writeDelta(task, task.signal);
});

/** Files of the search on their way into the bundle; their paths are those in the bundle. */
export type PackSearchFilesTask = Readonly<{ files: readonly SearchFile[]; compress: boolean }>;

/** One run of the pack stage: what a thread knows of the job holds for this long. */
export type Packing = Readonly<{
  dataFolder: string;
  jobId: string;
  packing: string;
  /** Of the code that packs (fingerprint.ts). */
  fingerprint: string;
  /** The bundle has a search. */
  hasSearch: boolean;
}>;

let context: (ProduceContext & { packing: string }) | undefined;

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
