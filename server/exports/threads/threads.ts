import { availableParallelism } from 'node:os';
import { transferableAbortController } from 'node:util';
import { Piscina } from 'piscina';
import type { ConvertTask } from '../../bundles/convert.ts';
import type { Packable } from '../../bundles/deflate.ts';
import type { FolderTask } from '../../bundles/move-to-folder.ts';
import type { UnpackTask } from '../../bundles/unpack-entries.ts';
import type { DeltaTask, WrittenDelta } from '../../bundles/write-delta.ts';
import type { Archived } from '../../bundles/zip.ts';
import { OffprintError } from '../../errors.ts';
import { programBeside } from '../../program-beside.ts';
import type { Ingested, IngestTask } from '../crawl/extract-links.ts';
import type { Produced, ProduceTask } from '../pack/produce.ts';
import type { ExtractTask } from '../search/extract-text.ts';
import type { PackedPage, SearchFile } from '../search/search-index.ts';
import type { Inspected } from '../verify/inspect.ts';
import type { ThreadResult } from './results.ts';
import type { Packing, PackSearchFilesTask } from './thread.ts';

export type StageThreads = Readonly<{
  count: number;
  /**
   * Starts one thread now, and the others and the rest of their code a little later, to save waiting for work that
   * follows soon.
   */
  warm: () => void;
  ingest: (task: IngestTask) => Promise<Ingested>;
  produce: (task: ProduceTask & Packing) => Promise<Produced>;
  extract: (task: ExtractTask) => Promise<PackedPage>;
  packSearchFiles: (task: PackSearchFilesTask) => Promise<Packable[]>;
  searchIndex: (folder: string, signal: AbortSignal) => Promise<SearchFile[]>;
  unpack: (task: UnpackTask) => Promise<void>;
  inspect: (task: { folder: string; file: string }) => Promise<Inspected>;
  convert: (task: ConvertTask, signal: AbortSignal) => Promise<Archived>;
  moveToFolder: (task: FolderTask, signal: AbortSignal) => Promise<Archived>;
  delta: (task: DeltaTask, signal: AbortSignal) => Promise<WrittenDelta>;
  close: () => Promise<void>;
}>;

/** Per thread, so that the next task is always ready. */
const TASKS_AT_ONCE = 2;
/** Delay for starting threads and loading code that an export does not need before its first page. */
const OTHERS_AFTER_MS = 1_500;

let ofProcess: StageThreads | undefined;

/** Returns the threads of this process. */
export function stageThreads(): StageThreads {
  ofProcess ??= startThreads();
  return ofProcess;
}

/**
 * Starts threads for CPU-bound work (parsing, rewriting, compressing), one per processor up to eight. A thread that
 * runs out of memory fails its task, not the process.
 */
export function startThreads(): StageThreads {
  const count = Math.max(1, Math.min(availableParallelism(), 8));
  const pool = new Piscina({
    filename: programBeside(import.meta.url, './thread').href,
    minThreads: 0, // each takes half a second of CPU time to start, and most commands need none
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    concurrentTasksPerWorker: TASKS_AT_ONCE,
    // The process' --max-semi-space-size decides the young generation (docs/benchmarks/classic-pages.md). Below 2 GB, V8
    // collects the old generation when garbage equals live data; above, when it is three times as much (V8,
    // MemoryController): 20,000 pages took 713 MB instead of 1,030, in the same time.
    resourceLimits: { maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 48 },
  });
  const run = async <T>(name: string, task: unknown, transferList: readonly object[] = []): Promise<T> => {
    const result = (await pool.run(task, { name, transferList: transferList as never })) as ThreadResult<T>;
    if ('value' in result) return result.value;
    throw new OffprintError(result.code, result.message);
  };
  /** For long-running work: transfers the signal to the thread, but not its reason. */
  const runAbortable = async <T>(name: string, task: object, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    const controller = transferableAbortController();
    const abort = (): void => controller.abort();
    signal.addEventListener('abort', abort);
    try {
      return await run<T>(name, { ...task, signal: controller.signal }, [controller.signal]);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  let others: NodeJS.Timeout | undefined;
  return {
    count,
    warm: () => {
      const start = (tasks: number): void => {
        // If a thread does not start, the first task beyond these fails.
        for (let task = 0; task < tasks; task++) run('ready', undefined).catch(() => {});
      };
      start(1);
      // Starting all at once would take CPU time from the first thread, which has work to do.
      others ??= setTimeout(start, OTHERS_AFTER_MS, TASKS_AT_ONCE * count).unref();
    },
    ingest: (task) => {
      // Small buffers share Node's pool and must not be transferred.
      const { bytes } = task;
      const whole = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
      return run('ingest', task, whole ? [bytes.buffer as ArrayBuffer] : []);
    },
    produce: (task) => run('produce', task),
    extract: (task) => run('extract', task),
    packSearchFiles: (task) => run('packSearchFiles', task),
    searchIndex: (folder, signal) => runAbortable('searchIndex', { folder }, signal),
    unpack: (task) => run('unpack', task),
    inspect: async (task) => JSON.parse(await run<string>('inspect', task)) as Inspected,
    convert: (task, signal) => runAbortable('convert', task, signal),
    moveToFolder: (task, signal) => runAbortable('moveToFolder', task, signal),
    delta: (task, signal) => runAbortable('delta', task, signal),
    close: () => {
      clearTimeout(others);
      return pool.destroy();
    },
  };
}
