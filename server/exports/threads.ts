import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { OffprintError } from '../errors.ts';
import type { Ingested, IngestTask } from './ingest.ts';
import type { Produced, ProduceTask } from './produce.ts';
import type { Packing, ThreadResult } from './thread.ts';
import type { Inspected } from './verify/inspect.ts';

export type StageThreads = Readonly<{
  count: number;
  ingest: (task: IngestTask) => Promise<Ingested>;
  produce: (task: ProduceTask & Packing) => Promise<Produced>;
  inspect: (task: { folder: string; file: string }) => Promise<Inspected>;
  close: () => Promise<void>;
}>;

/**
 * Threads for what costs processor time (parsing, rewriting, compressing), as many as there are processors. A
 * thread that runs out of memory fails its task, not the process.
 */
export function startThreads(): StageThreads {
  const count = Math.max(1, Math.min(availableParallelism(), 8));
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina({
    filename: new URL(`./thread.${extension}`, import.meta.url).href,
    minThreads: count,
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    concurrentTasksPerWorker: 2, // the next task lies ready when one is done
    resourceLimits: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 12 },
  });
  const run = async <T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> => {
    const result = (await pool.run(task, { name, transferList })) as ThreadResult<T>;
    if ('value' in result) return result.value;
    throw new OffprintError(result.code, result.message);
  };
  return {
    count,
    ingest: (task) => {
      // Small buffers come out of Node's shared pool and must not be given away.
      const whole = task.bytes.byteLength === task.bytes.buffer.byteLength;
      return run('ingest', task, whole ? [task.bytes.buffer as ArrayBuffer] : []);
    },
    produce: (task) => run('produce', task),
    inspect: (task) => run('inspect', task),
    close: () => pool.destroy(),
  };
}
