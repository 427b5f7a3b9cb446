import { availableParallelism } from 'node:os';
import type { FetchResource } from '../origin/fetch-resource.ts';
import type { LearnedBehaviour } from './learned-behaviour.ts';

/** Bounds in milliseconds. Together they bound every page, whatever it does. */
export type RenderTimeouts = Readonly<{
  /** Until the load event; then what still loads is stopped and the page taken as it is. */
  loadMs: number;
  /** How long nothing may change or load before a page counts as quiet. */
  quietMs: number;
  /** How long a page may take to become quiet, counted from its load event. */
  settleMs: number;
  /** How long scrolling may take. */
  scrollMs: number;
  /** How long opening tabs, accordions and menus may take. */
  statesMs: number;
  /** The whole page; then its tab is replaced. */
  pageMs: number;
}>;

export type RenderLimits = Readonly<{
  /** A tab is replaced after so many pages. */
  pagesPerTab: number;
  /** The browser is replaced after so many pages. */
  pagesPerBrowser: number;
  /** A page whose process grows beyond this is ended. Measured on Linux; elsewhere it bounds the JavaScript heap. */
  tabBytes: number;
  /** A tab that keeps more than this of its pages is replaced. */
  tabKeptBytes: number;
  /** A browser whose processes together grow beyond this is replaced as soon as its pages are done, beyond twice this at once. */
  browserBytes: number;
  /** Snapshots above this fail. */
  htmlBytes: number;
  /** Documents that a page may send its tab through before it stays. */
  redirects: number;
  /** Places that a page is scrolled to. */
  scrollStops: number;
  /** How tall a page may grow by being scrolled, as a multiple of its own height (and at least 20 windows). */
  scrollGrowth: number;
}>;

export type RenderPoolOptions = Readonly<{
  /** Where the browser that Offprint brings is unpacked, once. */
  cacheFolder: string;
  /** `https://docs.example.com`: the site whose pages are rendered. Its documents are the only ones a tab goes to. */
  origin: string;
  /** Other hosts that pages may load from: `cdn.example.com`, with a port if it is a certain one. */
  assetHosts: readonly string[];
  /** Answers every request in the browser's place, which reaches no network at all (docs/decisions/0026). */
  fetchResource: FetchResource;
  tabs?: number;
  viewport?: Readonly<{ width: number; height: number }>;
  /** A page is ready when this matches, whatever else is. */
  readySelector?: string;
  /** What these match is hidden while the page is looked at and left out of the snapshot. */
  hideSelectors?: readonly string[];
  timeouts?: Partial<RenderTimeouts>;
  limits?: Partial<RenderLimits>;
  /** What pages of the same site have taught before; it learns more. */
  learned?: LearnedBehaviour;
  signal: AbortSignal;
}>;

/** Options with nothing left open. */
export type RenderSettings = Readonly<{
  cacheFolder: string;
  origin: string;
  assetHosts: readonly string[];
  fetchResource: FetchResource;
  tabs: number;
  /** So many to begin with; more come while processors are idle. */
  firstTabs: number;
  viewport: Readonly<{ width: number; height: number }>;
  readySelector: string | undefined;
  hideSelectors: readonly string[];
  timeouts: RenderTimeouts;
  limits: RenderLimits;
  signal: AbortSignal;
}>;

/** Fills in what was left open. */
export function renderSettings(options: RenderPoolOptions): RenderSettings {
  return {
    cacheFolder: options.cacheFolder,
    origin: new URL(options.origin).origin,
    assetHosts: options.assetHosts,
    fetchResource: options.fetchResource,
    // Pages wait more than they compute. On two processors: of docsify as many a second with eight tabs as with twelve;
    // of VitePress 8.0 with eight, 10.5 with twelve, 9.3 with sixteen. A job fills them with 1.5 pages for each connection.
    tabs: options.tabs ?? Math.min(12, 6 * availableParallelism()),
    // A tab's first page costs several others: 25 pages of docsify took 7.7 s with four tabs and 8.3 with six. What waits
    // more gets more tabs soon (pool.ts).
    firstTabs: options.tabs ?? Math.min(12, 2 * availableParallelism()),
    viewport: options.viewport ?? { width: 1280, height: 900 },
    readySelector: options.readySelector,
    hideSelectors: options.hideSelectors ?? [],
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    limits: { ...LIMITS, ...options.limits },
    signal: options.signal,
  };
}

/** What the parts of a page's time may take where the whole is not what it is by default. */
export function timeoutsWithin(pageMs: number): RenderTimeouts {
  const part = (timeoutMs: number): number => Math.min(timeoutMs, Math.round(pageMs / 4));
  const { loadMs, settleMs, scrollMs, statesMs, quietMs } = TIMEOUTS;
  return {
    loadMs: part(loadMs),
    settleMs: part(settleMs),
    scrollMs: part(scrollMs),
    // Whoever gives pages more time, on a busy machine, gives their controls more.
    statesMs: Math.max(Math.min(statesMs, Math.round(pageMs / 2)), Math.round(pageMs / 10)),
    quietMs,
    pageMs,
  };
}

const TIMEOUTS: RenderTimeouts = {
  loadMs: 15_000,
  quietMs: 100,
  settleMs: 5_000,
  scrollMs: 5_000,
  statesMs: 20_000,
  pageMs: 45_000,
};

const MiB = 2 ** 20;

const LIMITS: RenderLimits = {
  pagesPerTab: 200,
  pagesPerBrowser: 2_000,
  tabBytes: 1024 * MiB,
  tabKeptBytes: 256 * MiB,
  browserBytes: 4096 * MiB,
  htmlBytes: 32 * MiB,
  redirects: 10,
  scrollStops: 100,
  scrollGrowth: 5,
};
