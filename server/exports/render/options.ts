import { availableParallelism } from 'node:os';
import type { FetchResource } from '../origin/fetch-resource.ts';
import type { LearnedBehaviour } from './learned-behaviour.ts';

/** Bounds in milliseconds. Together they bound every page, whatever it does. */
export type RenderTimeouts = Readonly<{
  /** Time until the load event. After that, loading is stopped and the page is captured as it is. */
  loadMs: number;
  /** How long nothing may change or load before a page counts as quiet. */
  quietMs: number;
  /** How long a page may take to become quiet, counted from its load event. */
  settleMs: number;
  /** How long scrolling may take. */
  scrollMs: number;
  /** How long opening tabs, accordions and menus may take. */
  statesMs: number;
  /** Time for the whole page. After that, its tab is replaced. */
  pageMs: number;
}>;

export type RenderLimits = Readonly<{
  /** Number of pages after which a tab is replaced. */
  pagesPerTab: number;
  /** Number of pages after which the browser is replaced. */
  pagesPerBrowser: number;
  /**
   * Memory limit of a page's process, which is killed above it. Measured on Linux; elsewhere, the value only limits the
   * JavaScript heap.
   */
  tabBytes: number;
  /** A tab that retains more memory than this after its pages is replaced. */
  tabKeptBytes: number;
  /**
   * Memory limit of all processes of a browser. Above it, the browser is replaced once its pages are done; above twice
   * this, it is killed at once.
   */
  browserBytes: number;
  /** Snapshots above this fail. */
  htmlBytes: number;
  /** Maximum number of documents that a page may redirect its tab through. */
  redirects: number;
  /** Maximum number of places that a page is scrolled to. */
  scrollStops: number;
  /** How much a page may grow while being scrolled, as a multiple of its initial height (and at least 20 windows). */
  scrollGrowth: number;
}>;

export type RenderPoolOptions = Readonly<{
  /** Folder in which the bundled browser is unpacked, once. */
  cacheFolder: string;
  /** Origin of the rendered site, such as `https://docs.example.com`. Tabs only navigate to its documents. */
  origin: string;
  /** Other hosts that pages may load from, such as `cdn.example.com`; with a port to allow only that one. */
  assetHosts: readonly string[];
  /** Responds to every request on behalf of the browser, which has no network access (docs/decisions/0026). */
  fetchResource: FetchResource;
  tabs?: number;
  viewport?: Readonly<{ width: number; height: number }>;
  /** A page is ready only once this matches. */
  readySelector?: string;
  /** Elements to hide while the page is rendered and to omit from the snapshot. */
  hideSelectors?: readonly string[];
  timeouts?: Partial<RenderTimeouts>;
  limits?: Partial<RenderLimits>;
  /** Behaviour learned earlier from pages of the same site; the pool adds to it. */
  learned?: LearnedBehaviour;
  signal: AbortSignal;
}>;

/** Options with all defaults filled in. */
export type RenderSettings = Readonly<{
  cacheFolder: string;
  origin: string;
  assetHosts: readonly string[];
  fetchResource: FetchResource;
  tabs: number;
  /** Initial number of tabs; more are added while processors are idle. */
  firstTabs: number;
  viewport: Readonly<{ width: number; height: number }>;
  readySelector: string | undefined;
  hideSelectors: readonly string[];
  timeouts: RenderTimeouts;
  limits: RenderLimits;
  signal: AbortSignal;
}>;

/** Fills in the defaults. */
export function renderSettings(options: RenderPoolOptions): RenderSettings {
  return {
    cacheFolder: options.cacheFolder,
    origin: new URL(options.origin).origin,
    assetHosts: options.assetHosts,
    fetchResource: options.fetchResource,
    // Pages wait more than they compute. With two processors, docsify rendered as many pages per second with eight tabs
    // as with twelve; VitePress 8.0 with eight, 10.5 with twelve, 9.3 with sixteen. A job fills the tabs with 1.5 pages
    // per connection.
    tabs: options.tabs ?? Math.min(12, 6 * availableParallelism()),
    // The first page in a tab costs as much as several others: 25 pages of docsify took 7.7 s with four tabs and 8.3 s
    // with six. Sites whose pages wait longer soon get more tabs (pool.ts).
    firstTabs: options.tabs ?? Math.min(12, 2 * availableParallelism()),
    viewport: options.viewport ?? { width: 1280, height: 900 },
    readySelector: options.readySelector,
    hideSelectors: options.hideSelectors ?? [],
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    limits: { ...LIMITS, ...options.limits },
    signal: options.signal,
  };
}

/** Derives the timeouts for the parts of a page from a custom total. */
export function timeoutsWithin(pageMs: number): RenderTimeouts {
  const part = (timeoutMs: number): number => Math.min(timeoutMs, Math.round(pageMs / 4));
  const { loadMs, settleMs, scrollMs, statesMs, quietMs } = TIMEOUTS;
  return {
    loadMs: part(loadMs),
    settleMs: part(settleMs),
    scrollMs: part(scrollMs),
    // Users who allow pages more time, on a busy machine, also give controls more.
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
