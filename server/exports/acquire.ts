import http from 'node:http';
import { type Store, transact } from '../store/database.ts';
import type { ExportJob } from '../store/exports.ts';
import { putObjectStream } from '../store/objects.ts';
import type { Frontier, Outcome } from '../store/resources.ts';
import { FetchError, fetchUrl } from './fetch.ts';
import { type ContentKind, contentKind, type Ingested } from './ingest.ts';
import { runPool } from './pool.ts';
import type { ProgressMeter } from './progress.ts';
import type { Scope } from './scope.ts';
import { locate, type Site } from './site.ts';
import type { StageThreads } from './threads.ts';

export type AcquireContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  site: Site;
  scope: Scope;
  threads: StageThreads;
  /** `http://127.0.0.1:port` of the origin. */
  address: string;
  /** Pages that the origin lists. */
  pagesKnown: number;
  signal: AbortSignal;
  onProgress: ProgressMeter['acquired'];
}>;

/** Content that is only kept, not read, may be long: from here on it is streamed to the disk. */
const STREAM_FROM_BYTES = 8 * 2 ** 20;

/**
 * The first phase: works off the frontier until nothing is queued. Each resource is committed as soon as it is
 * acquired, together with what it refers to, so that a process that dies loses at most what was in flight. What was
 * in flight when the last process died is tried again first, one at a time (see suspects in run.ts).
 */
export async function acquire(context: AcquireContext, suspects: readonly string[]): Promise<void> {
  const { frontier, job } = context;
  const agent = new http.Agent({ keepAlive: true, maxSockets: job.settings.concurrency });
  const counts = {
    pages: frontier.count('done', 'page'),
    done: frontier.count('done') + frontier.count('failed'),
    known: 0,
    pagesKnown: context.pagesKnown,
  };
  const queue: string[] = [];
  const known = new Set<string>();
  for (const { url, status } of frontier.all()) if (status !== 'skipped') known.add(url);
  const handle = async (url: string, alone: boolean): Promise<void> => {
    const { isPage, found } = await acquireOne(context, agent, url, alone, known);
    queue.push(...found);
    counts.done++;
    if (isPage) counts.pages++;
    counts.known = Math.max(counts.known, counts.done) + found.length;
    counts.pagesKnown = Math.max(counts.pagesKnown, counts.pages);
    context.onProgress(counts);
  };
  try {
    for (const url of suspects) {
      if (frontier.find(url)?.status === 'queued') await handle(url, true);
    }
    queue.splice(0, queue.length, ...frontier.queued());
    counts.known = counts.done + queue.length;
    let next = 0;
    await runPool(
      job.settings.concurrency,
      () => (next < queue.length ? queue[next++] : undefined),
      (url) => handle(url, false),
    );
  } finally {
    agent.destroy();
  }
}

async function acquireOne(
  context: AcquireContext,
  agent: http.Agent,
  url: string,
  alone: boolean,
  known: Set<string>,
): Promise<{ isPage: boolean; found: string[] }> {
  const { store, frontier, scope, signal } = context;
  signal.throwIfAborted();
  const started = performance.now();
  frontier.markInFlight(url, alone);
  const { outcome, references } = await attempt(context, agent, url);
  const depth = (frontier.find(url)?.depth ?? 0) + 1;
  const found: string[] = [];
  const discover = (reference: string, isLink: boolean): void => {
    if (known.has(reference)) return;
    known.add(reference);
    const reason = scope.skipReason(reference, isLink);
    const status = reason === undefined ? 'queued' : 'skipped';
    const added = frontier.add({
      url: reference,
      required: false,
      depth,
      referrer: url,
      status,
      reason: reason ?? null,
    });
    // Left out while only links led to it; now a page needs it, which include and paths do not decide.
    const wanted = added || (!isLink && isUnselected(frontier.find(reference)?.reason));
    if (!wanted || status !== 'queued') return;
    if (!added) frontier.requeue(reference);
    found.push(reference);
  };
  transact(store, () => {
    frontier.finish(url, { ...outcome, durationMs: Math.round((performance.now() - started) * 10) / 10 });
    for (const reference of lines(references.needed)) discover(reference, false);
    for (const reference of lines(references.linked)) discover(reference, true);
    frontier.clearInFlight(url);
  });
  return { isPage: outcome.kind === 'page', found };
}

type Attempt = { outcome: Outcome; references: Ingested['references'] };

async function attempt(context: AcquireContext, agent: http.Agent, url: string): Promise<Attempt> {
  const { job, signal, site } = context;
  const { settings } = job;
  try {
    const fetched = await fetchUrl(context.address + url, {
      agent,
      signal,
      timeoutMs: settings.timeoutMs,
      maxBytes: (type) => (isPage(contentKind(type)) ? settings.pageMaxBytes : settings.assetMaxBytes),
      bufferBytes: (type) => (contentKind(type) === 'opaque' ? STREAM_FROM_BYTES : Number.POSITIVE_INFINITY),
    });
    const known = {
      httpStatus: fetched.status,
      contentType: fetched.contentType,
      validator: fetched.validator ?? null,
    };
    if (fetched.status >= 300 && fetched.status < 400 && fetched.location !== undefined) {
      const place = locate(site, fetched.location, site.origin + url);
      if (place.kind !== 'internal')
        return ended({ ...known, status: 'failed', reason: 'redirects to another site' });
      return {
        outcome: { ...known, status: 'done', kind: 'redirect', redirectUrl: place.path },
        references: { linked: '', needed: place.path },
      };
    }
    if (fetched.status !== 200)
      return ended({ ...known, status: 'failed', reason: `HTTP ${fetched.status}` });
    if (!Buffer.isBuffer(fetched.body)) {
      const { sha256, sizeBytes } = await putObjectStream(context.dataFolder, fetched.body);
      return ended({ ...known, status: 'done', kind: 'asset', object: sha256, sizeBytes });
    }
    const { references, ...ingested } = await context.threads.ingest({
      dataFolder: context.dataFolder,
      site: { origin: site.origin, hosts: [...site.hosts], queriesSelect: site.queriesSelect },
      url,
      contentType: fetched.contentType,
      bytes: fetched.body,
    });
    return { outcome: { ...known, status: 'done', ...ingested }, references };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchError)
      return ended({ status: 'failed', reason: `${error.reason}: ${error.message}` });
    throw error;
  }
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function isUnselected(reason: string | null | undefined): boolean {
  return reason === 'not included' || reason === 'not among the paths';
}

function ended(outcome: Outcome): Attempt {
  return { outcome, references: { linked: '', needed: '' } };
}

function isPage(kind: ContentKind): boolean {
  return kind === 'html' || kind === 'xhtml';
}
