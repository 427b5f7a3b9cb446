import { Worker } from 'node:worker_threads';
import { type ErrorCode, OffprintError } from '../errors.ts';
import { programBeside } from '../program-beside.ts';
import type { ComparedFiles, Comparison } from './comparison.types.ts';

/** The most recently requested comparisons are cached, because bundles never change. */
const KEPT_MAX = 8;

export type Comparisons = Readonly<{
  /**
   * Compares two bundles in a thread; equal requests share one run.
   * @param key names the content of both
   * @throws as compareBundles
   */
  compare: (key: string, files: ComparedFiles) => Promise<Comparison>;
  close: () => Promise<void>;
}>;

export function openComparisons(): Comparisons {
  const kept = new Map<string, Promise<Comparison>>();
  const threads = new Set<Worker>();

  const run = (files: ComparedFiles): Promise<Comparison> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(programBeside(import.meta.url, './compare-thread'), { workerData: files });
      threads.add(thread);
      thread.on('message', (message: FromThread) => {
        if ('comparison' in message) resolve(message.comparison);
        else reject(new OffprintError(message.error.code, message.error.message));
      });
      thread.on('error', reject);
      thread.on('exit', () => {
        threads.delete(thread);
        reject(new Error('The thread comparing the bundles has stopped.'));
      });
    });

  return {
    compare: (key, files) => {
      const known = kept.get(key);
      if (known) return known;
      const made = run(files);
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return made;
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

type FromThread =
  | Readonly<{ comparison: Comparison }>
  | Readonly<{ error: Readonly<{ code: ErrorCode; message: string }> }>;
