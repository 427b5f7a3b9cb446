import { type Store, transact } from '../../store/database.ts';
import { addEventOnce } from '../../store/events.ts';
import type { ExportJob } from '../../store/exports.ts';
import { putObjectStream } from '../../store/objects.ts';
import type { Frontier, QueuedResource, Resource } from '../../store/resources.ts';
import type { Layouts } from '../classify/layouts.ts';
import { FetchError } from '../origin/http/fetched.ts';
import { fileNameOf } from '../origin/http/file-name.ts';
import type { Source } from '../origin/source.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import type { Rendering } from '../render/rendering.ts';
import type { PreviousExports, PreviousResource } from '../reuse/reuse-candidates.ts';
import { knownObject, sameBytes, takeOver, unchanged } from '../reuse/reuse-unchanged.ts';
import type { ScanCache } from '../reuse/scan-cache.ts';
import { absoluteUrl, locate } from '../site/site.ts';
import { meaningOfSkip, type SkipReason } from '../site/skip-reasons.ts';
import { runPool } from '../threads/concurrency.ts';
import type { StageThreads } from '../threads/threads.ts';
import { type Acquired, ended } from './acquired.ts';
import { openLevels } from './breadth-first.ts';
import { TOO_DEEP, tooFar } from './caps.ts';
import { isFolderIndex } from './folder-index.ts';
import { askAgain, confirmWall, WallError } from './login-confirmation.ts';
import { redirected, refreshOf } from './redirected.ts';
import { NO_REFERENCES, placesIn, type References } from './references.ts';
import { asSent } from './unrendered.ts';

export type AcquireContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  source: Source;
  previous: PreviousExports;
  threads: StageThreads;
  layouts: Layouts;
  rendering: Rendering;
  scanCache: ScanCache;
  /** Pages that the origin lists. */
  pagesKnown: number;
  signal: AbortSignal;
  onProgress: (counts: CrawlCounts) => void;
}>;

/** Counts of the crawl so far. */
export type CrawlCounts = Readonly<{
  /** Exported pages, and all known pages. */
  pages: number;
  pagesKnown: number;
  /** Finished resources, and all known resources. */
  done: number;
  known: number;
  /** Pages that were queued for rendering when the crawl began, and how many of them are finished. */
  toRender: number;
  rendered: number;
  /** Layouts found so far whose pages have scripts and may keep them: these will be tested in a browser. */
  layouts: number;
}>;

/**
 * Concurrent resources per connection to the origin: some of them are being parsed or rendered and use no connection.
 */
const AT_ONCE = 1.5;

/**
 * Runs the first phase: crawls the frontier level by level (breadth-first.ts) until nothing is queued. Each resource
 * is committed together with its references as soon as it is acquired, so a crash loses at most what was in flight.
 * URLs that were in flight when the last process died are retried first, one at a time (job/poison-urls.ts).
 * @throws OffprintError `login-required`, `origin-unreachable`, and the errors of a full disk
 */
export async function acquire(context: AcquireContext, poisonUrls: readonly string[]): Promise<void> {
  const { frontier, job, source } = context;
  const counts = {
    pages: frontier.count('done', 'page'),
    bytes: frontier.bytes(),
    done: frontier.count('done') + frontier.count('failed'),
    known: 0,
    pagesKnown: context.pagesKnown,
    toRender: 0,
    rendered: 0,
    layouts: 0,
  };
  const layouts = new Set<string>();
  const toRender = new Set<string>();
  const seen: Seen = { wanted: new Map(), left: new Map(), guessed: new Set() };
  /** Queued URLs that were found as links: the pages that the origin does not list. */
  let pagesAhead = 0;
  for (const resource of frontier.all()) {
    if (resource.status !== 'skipped') seen.wanted.set(resource.url, resource.depth);
    if (resource.reason === GUESSED) seen.guessed.add(resource.url);
    if (resource.status !== 'queued') continue;
    if (isLinked(resource)) pagesAhead++;
    if (resource.renderMode === 'rendered') toRender.add(resource.url);
  }
  counts.toRender = toRender.size;
  const levels = openLevels(frontier, source.caps);

  const handle = async (url: string, alone: boolean): Promise<void> => {
    const acquired = await acquireOne(context, url, alone, seen);
    const { isPage, bytes, found, known, linked, leadsOn, wasLinked } = acquired;
    levels.end(url, found, leadsOn);
    if (acquired.toTest !== null) layouts.add(acquired.toTest);
    if (toRender.delete(url)) counts.rendered++;
    counts.layouts = layouts.size;
    counts.done++;
    counts.bytes += bytes;
    if (isPage) counts.pages++;
    counts.known = Math.max(counts.known, counts.done) + known;
    pagesAhead += linked - (wasLinked ? 1 : 0);
    const ahead = source.listsAllPages ? 0 : pagesAhead;
    counts.pagesKnown = Math.max(context.pagesKnown, counts.pages + ahead);
    context.onProgress(counts);
  };

  try {
    for (const url of poisonUrls) {
      if (frontier.find(url)?.status === 'queued') await handle(url, true);
    }
    counts.known = counts.done + frontier.count('queued');
    await runPool(
      Math.floor(AT_ONCE * job.settings.concurrency),
      () => levels.take(counts),
      (url) => handle(url, false),
    );
    if (source.login?.isSuspiciousAtEnd(frontier.count('done', 'page')))
      await confirmWall(context, source.login);
  } catch (error) {
    if (error instanceof WallError) throw askAgain(context, error.watch);
    throw error;
  }
}

/**
 * Cache that saves lookups in the frontier: the depth of URLs that are wanted or left out, and which of the wanted
 * URLs are only guesses.
 */
type Seen = { wanted: Map<string, number>; left: Map<string, number>; guessed: Set<string> };

async function acquireOne(
  context: AcquireContext,
  url: string,
  alone: boolean,
  seen: Seen,
): Promise<AcquiredOne> {
  const { store, job, frontier, source, signal } = context;
  signal.throwIfAborted();
  const started = performance.now();
  const isToBeRendered = url.includes('#') || frontier.find(url)?.renderMode === 'rendered';
  const previous = isToBeRendered ? undefined : context.previous.acquired(url);
  let acquired: Acquired | undefined = previous && takeOver(context, url, previous);
  if (!acquired) {
    frontier.markInFlight(url, alone);
    acquired = isToBeRendered
      ? await render(context, url, frontier.find(url)?.layout)
      : await attempt(context, url, previous);
  }
  const { status, renderMode: madeBy, reason: why } = acquired.outcome;
  if (isToBeRendered && status === 'failed' && madeBy === 'rendered' && !url.includes('#')) {
    const sent = await attempt(context, url, undefined);
    acquired = asSent(job.settings, sent, why) ?? acquired;
  } else if (acquired.outcome.kind === 'page' && acquired.outcome.renderMode === undefined) {
    const sent = acquired;
    const { layout = null, isScripted = false } = acquired.outcome;
    const { renderMode, reason } = context.layouts.renderModeOf({ layout, isScripted });
    if (renderMode === 'rendered') {
      acquired = await render(context, url, layout);
      if (acquired.outcome.status === 'failed')
        acquired = asSent(job.settings, sent, acquired.outcome.reason) ?? acquired;
    } else {
      if (reason === null) context.rendering.prepare(); // its layout will be tested in a browser
      acquired = { ...acquired, outcome: { ...acquired.outcome, renderMode, renderModeReason: reason } };
    }
  }
  const { references, packed, reading } = acquired;
  // A guess that returns 404 can stay failed: it does not count as missing.
  const resource = frontier.find(url);
  const isGuess = resource?.reason === GUESSED && acquired.outcome.httpStatus !== 404;
  const outcome =
    isGuess && acquired.outcome.status === 'failed'
      ? { ...acquired.outcome, status: 'skipped' as const, reason: GUESSED }
      : acquired.outcome;
  const durationMs = Math.round((performance.now() - started) * 10) / 10;
  const discovered = transact(store, () => {
    frontier.finish(url, { ...outcome, durationMs });
    frontier.setReferences(url, packed);
    const news = discover(context, resource ?? { url, depth: 0, hops: 0, referrer: null }, references, seen);
    frontier.clearInFlight(url);
    return news;
  });
  context.scanCache.keep(url, outcome.object, reading);
  const { target, asksPassword = false } = acquired;
  if (source.login?.observe(url, { ...outcome, target, asksPassword }))
    await confirmWall(context, source.login);
  const isPage = outcome.kind === 'page';
  return {
    isPage,
    bytes: outcome.sizeBytes ?? 0,
    toTest:
      isPage && outcome.isScripted && outcome.renderMode === 'fetched' ? (outcome.layout ?? null) : null,
    ...discovered,
  };
}

type AcquiredOne = Discovered &
  Readonly<{
    isPage: boolean;
    bytes: number;
    /** Layout of a page that may keep its scripts. */
    toTest: string | null;
  }>;

/**
 * URLs that a resource added to the frontier: `found` are to be acquired at the same depth, `known` counts all new
 * URLs, and `linked` those found as links. `leadsOn`: the next level has grown. `wasLinked`: the resource itself was
 * found as a link.
 */
type Discovered = {
  found: QueuedResource[];
  known: number;
  linked: number;
  leadsOn: boolean;
  wasLinked: boolean;
};

/** Adds the references of a resource to the frontier. */
function discover(
  { frontier, source: { scope } }: AcquireContext,
  from: Pick<Resource, 'url' | 'depth' | 'hops' | 'referrer'>,
  references: References,
  seen: Seen,
): Discovered {
  const found: QueuedResource[] = [];
  let known = 0;
  let linked = 0;
  let leadsOn = false;
  const note = (url: string, isLink: boolean, isGuess = false): void => {
    if (!isGuess && seen.guessed.delete(url)) confirmGuess(frontier, url);
    const place = isLink ? { depth: from.depth + 1, hops: 0 } : { depth: from.depth, hops: from.hops + 1 };
    const wantedAt = seen.wanted.get(url);
    if (wantedAt !== undefined && (!isLink || wantedAt <= place.depth)) return;
    if (isLink && (seen.left.get(url) ?? Number.POSITIVE_INFINITY) <= place.depth) return;
    const reason = scope.skipReason(url, isLink) ?? tooFar(place, scope.maxDepth);
    const status = reason === undefined ? 'queued' : 'skipped';
    (status === 'queued' ? seen.wanted : seen.left).set(url, place.depth);
    const why = reason ?? (isGuess ? GUESSED : null);
    const added = frontier.add({ url, required: false, ...place, referrer: from.url, status, reason: why });
    if (added && why === GUESSED) seen.guessed.add(url);
    if (status !== 'queued') return;
    const before = added ? undefined : frontier.find(url);
    // Either it was left out while only links pointed to it, and now a page loads it, to which include and paths do
    // not apply. Or a page of the previous level that answered late links to it, so it is nearer than was known (see
    // breadth-first.ts).
    const isNearer = isLink && before?.depth === place.depth + 1 && isAwaited(before);
    const { onlyUnreferenced, onlyUnselected } = meaningOfSkip(before?.reason);
    const isWanted = isLink ? onlyUnreferenced : onlyUnselected;
    if (!added && !isNearer && !isWanted) return;
    if (!added) frontier.requeue(url, { ...place, renderMode: before?.renderMode ?? null });
    if (before?.status !== 'queued') {
      known++;
      if (isLink) linked++;
    }
    if (isLink) leadsOn = true;
    else found.push({ url, hops: place.hops });
  };
  for (const url of placesIn(references.needed)) note(url, false);
  for (const url of placesIn(references.guessed)) note(url, false, true);
  for (const url of placesIn(references.linked)) note(url, true);
  return { found, known, linked, leadsOn, wasLinked: isLinked(from) };
}

/** Found only in text that looks like an address: a failure to fetch it is no fault. */
const GUESSED: SkipReason = 'guessed address';

/** Requeues a guessed URL once a real reference confirms it. */
function confirmGuess(frontier: Frontier, url: string): void {
  const { status, reason, renderMode } = frontier.find(url) ?? {};
  if (reason === GUESSED && status !== undefined && status !== 'done')
    frontier.requeue(url, { renderMode: renderMode ?? null });
}

/** Whether a resource was found as the target of a link, not as something that a page loads. */
function isLinked({ hops, referrer }: Pick<Resource, 'hops' | 'referrer'>): boolean {
  return hops === 0 && referrer !== null;
}

/** Whether a resource is queued, or was skipped for being too deep. */
function isAwaited({ status, reason }: Resource): boolean {
  return status === 'queued' || reason === TOO_DEEP;
}

async function attempt(
  context: AcquireContext,
  url: string,
  previous: PreviousResource | undefined,
): Promise<Acquired> {
  const { dataFolder, signal, source } = context;
  try {
    const fetched = await source.fetch(url, {
      ...(previous && { validator: previous.resource.validator }),
      keep: (chunks) => putObjectStream(dataFolder, chunks),
      signal,
    });
    const { status, contentType, body } = fetched;
    const fileName = fileNameOf(fetched.headers['content-disposition']) ?? null;
    const known = { httpStatus: status, contentType, validator: fetched.validator ?? null, fileName };
    if (status === 304 && previous) return await unchanged(context, url, previous);
    if (status >= 300 && status < 400 && fetched.location !== undefined) {
      return redirected(context, url, known, fetched.location);
    }
    if (status !== 200) return ended({ ...known, status: 'failed', reason: `HTTP ${status}` });
    const next = refreshOf(fetched);
    if (next !== undefined) return redirected(context, url, known, next);
    if (!Buffer.isBuffer(body)) {
      const { sha256, sizeBytes } = body;
      return ended({ ...known, status: 'done', kind: 'asset', object: sha256, sizeBytes });
    }
    if (await isFolderIndex(source, url, body, signal)) {
      return redirected(context, url, { ...known, httpStatus: 301 }, './');
    }
    const knownBytes = knownObject(previous, contentType);
    const { object, sizeBytes, found, reading } = await context.threads.ingest({
      dataFolder,
      site: source.site,
      url,
      contentType,
      bytes: body,
      reading: context.scanCache.wanted,
      ...(knownBytes !== undefined && { knownObject: knownBytes }),
    });
    if (!found && previous) return sameBytes(previous, known);
    const { references = NO_REFERENCES, packed, asksPassword, ...rest } = found ?? {};
    return {
      outcome: { ...known, status: 'done', object, sizeBytes, ...rest },
      references,
      packed,
      asksPassword,
      reading,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchError) return ended({ status: 'failed', reason: reasonOf(error) });
    throw error;
  }
}

/**
 * Renders a page in a browser. If its scripts navigate to another address of the site, the result is a redirect.
 * @param layout layout of the page as the origin sends it
 */
async function render(context: AcquireContext, url: string, layout?: string | null): Promise<Acquired> {
  const { dataFolder, frontier, job, rendering, signal, source, store } = context;
  const page = await rendering.render(url, layout ?? undefined);
  signal.throwIfAborted();
  const renderMode = 'rendered' as const;
  if (page.outcome === 'failed') {
    const reason = page.reason === 'too-large' ? SIZE_CAP : `${page.reason}: ${page.message}`;
    return ended({ status: 'failed', reason, renderMode });
  }
  const known = {
    httpStatus: page.status,
    contentType: 'text/html; charset=utf-8',
    validator: null,
    renderMode,
  };
  for (const selector of page.selected) addEventOnce(store, job.id, 'selector-matched', { selector });
  if (page.status >= 400) return ended({ ...known, status: 'failed', reason: `HTTP ${page.status}` });
  const place = locate(source.site, page.finalUrl, absoluteUrl(source.site.origin, url));
  if (place.kind === 'internal' && place.path !== url) return redirected(context, url, known, page.finalUrl);
  const { html: bytes } = page;
  const { object, sizeBytes, found, reading } = await context.threads.ingest({
    dataFolder,
    site: source.site,
    url,
    contentType: known.contentType,
    bytes,
    reading: context.scanCache.wanted,
  });
  const { references = NO_REFERENCES, packed, title = '', hasRoutes = false, asksPassword } = found ?? {};
  const document = url.replace(/#.*$/s, '');
  return {
    outcome: {
      ...known,
      status: 'done',
      kind: 'page',
      object,
      sizeBytes,
      title,
      hasRoutes,
      layout: layout ?? frontier.find(document)?.layout ?? null,
      renderModeReason: remarks(page),
    },
    references,
    packed,
    asksPassword,
    reading,
  };
}

/** Joins the rendering notes that a person should know about. */
function remarks({ notes }: RenderedPage): string | null {
  const said = notes.filter(({ kind }) => TELLING.has(kind)).map(({ kind, detail }) => `${kind}: ${detail}.`);
  return said.length > 0 ? said.slice(0, 10).join(' ') : null;
}

/** Notes which mean that the page may be incomplete or differ from what its readers saw. */
const TELLING: ReadonlySet<RenderedPage['notes'][number]['kind']> = new Set([
  ...([
    'never-quiet',
    'load-cut',
    'not-ready',
    'bad-selector',
    'placeholders',
    'empty',
    'scroll-capped',
    'live',
  ] as const),
  ...([
    'redirects-capped',
    'left-site',
    'unanswered',
    'refused',
    'requests-capped',
    'not-kept',
    'second-attempt',
  ] as const),
]);

const SIZE_CAP: SkipReason = 'size limit reached';

function reasonOf({ reason, message }: FetchError): string {
  return reason === 'too large' ? SIZE_CAP : `${reason}: ${message}`;
}
