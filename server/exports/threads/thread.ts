import {
  type IngestContext,
  type IngestTask,
  ingest as ingestContent,
  ingestContext,
  ingestContextKey,
} from '../crawl/extract-links.ts';
import { guarded, type ThreadResult } from './results.ts';

/**
 * What the stage threads run (threads.ts starts them). A thread reads the store by itself: nothing but small tasks
 * and the bytes of finished files crosses between threads. A thread starts with what an export needs first.
 */
type Later = typeof import('./thread-later.ts');

const loadLater = (): Promise<Later> => import('./thread-later.ts');

/** Does nothing: a thread that answers has been started. With `all` it has everything that it runs. */
export async function ready({ all }: Readonly<{ all: boolean }>): Promise<ThreadResult<undefined>> {
  if (all) await loadLater();
  return { value: undefined };
}

export const ingest = guarded((task: IngestTask) => ingestContent(task, contextOf(task)));

/** Of the jobs that run at the same time. */
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

export const produce = later('produce');
export const extract = later('extract');
export const packSearchFiles = later('packSearchFiles');
export const unpack = later('unpack');
export const inspect = later('inspect');
export const convert = later('convert');
export const searchIndex = later('searchIndex');
export const delta = later('delta');

function later<Name extends keyof Later>(name: Name): (task: Parameters<Later[Name]>[0]) => Promise<unknown> {
  return async (task) => (await loadLater())[name](task as never);
}
