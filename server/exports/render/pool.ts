import os from 'node:os';
import type { Browser } from 'puppeteer-core';
import { driverWords } from '../../browser-error-messages.ts';
import { BrowserDied } from '../chromium/deaths.ts';
import { openTurns, whileItDies } from '../chromium/lease.ts';
import { openRenderBrowser, type RenderBrowser } from './browser.ts';
import { openLearnedBehaviour } from './learned-behaviour.ts';
import { type RenderPoolOptions, renderSettings } from './options.ts';
import { isOwnFault, PAGE_RETRIES } from './page-retry-policy.ts';
import type { RenderResult } from './rendered-page.ts';
import { makeGate } from './request-policy.ts';
import type { Tab } from './tab.ts';
import { TabFault } from './tab-fault.ts';
import type { Taken } from './take-page.ts';

/** Pool of tabs that render pages. */
export type RenderPool = Readonly<{
  /**
   * Renders a page of the site once a tab is free. Faults of the page are results, not errors. Every call ends within a
   * few times `timeouts.pageMs` after its tab is free.
   * @param layout layout of the page as the origin sends it: pages of one layout may be reached in one document
   *   (learned-routes.ts)
   * @throws OffprintError `browser` if there is no browser or it does not start; the signal's reason when aborted
   */
  render: (url: string, layout?: string) => Promise<RenderResult>;
  /**
   * Runs `work` with the browser itself, beside its tabs. If the browser dies, `work` runs again in a browser of its
   * own: see BrowserLease.
   * @throws EndsBrowser, OffprintError `browser` if there is no browser or it does not start, the signal's reason when
   *   aborted, and what `work` throws
   */
  lend: <T>(work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** Closes the browser and removes its profile before returning. Pages being rendered fail. */
  close: () => Promise<void>;
  /** URLs of pages to render again because other pages have contradicted what was assumed; each is reported once. */
  stale: () => string[];
  /** Waits for running comparisons. */
  compared: () => Promise<void>;
  stats: () => RenderStats;
}>;

export type RenderStats = Readonly<{
  /** Successfully rendered. */
  pages: number;
  failed: number;
  /** Pages that needed more than one attempt. */
  triedAgain: number;
  tabs: number;
  browsers: number;
}>;

/**
 * A tab is added if pages are waiting and at least this share of all processor time was idle for this long. None is
 * added if fewer pages are on hand than at the peak: when pages run out, a new tab comes too late to be of use.
 */
const IDLE_MIN = 0.25;
const IDLE_MS = 400;

/**
 * Opens a pool of tabs. Its browser starts with the first page and is replaced when it has rendered its share, ended,
 * hung or grown too large. A tab that hangs or exceeds its memory is replaced and its page retried once, or three times
 * after a crash, which may have an outside cause. If the browser or one of its processes crashed, its pages are retried
 * alone in browsers of their own. This identifies a page that causes crashes and protects the others from it.
 */
export function openRenderPool(options: RenderPoolOptions): RenderPool {
  const settings = renderSettings(options);
  const gate = makeGate(settings);
  const learned = options.learned ?? openLearnedBehaviour();
  const { limits, signal } = settings;
  const counts = { pages: 0, failed: 0, triedAgain: 0, tabs: 0, browsers: 0 };
  const running = new Set<Promise<RenderBrowser>>();
  const idle: Slot[] = Array.from({ length: settings.firstTabs }, () => ({ lease: undefined }));
  let slots = settings.firstTabs;
  /** Peak number of pages in tabs or waiting for one. */
  let atHandMax = 0;
  const queue: ((slot: Slot) => void)[] = [];
  const cleanings = new Set<Promise<unknown>>();
  let current: Promise<RenderBrowser> | undefined;
  let isClosed = false;
  const idleMeter = openIdleMeter();

  const atHand = (): number => slots - idle.length + queue.length;
  const free = (slot: Slot): void => {
    const next = queue.shift();
    if (next) next(slot);
    else idle.push(slot);
  };
  const freeWhenClean = async (slot: Slot): Promise<void> => {
    const { cleaning } = slot.lease ?? {};
    if (cleaning) {
      cleanings.add(cleaning);
      await cleaning;
      cleanings.delete(cleaning);
    }
    free(slot);
  };
  const throwIfOver = (): void => {
    signal.throwIfAborted();
    if (isClosed) throw new Error('the render pool has been closed');
  };
  const startBrowser = (): Promise<RenderBrowser> => {
    throwIfOver();
    counts.browsers++;
    const starting = openRenderBrowser(settings, gate, learned);
    running.add(starting);
    starting
      .then((browser) => browser.ended)
      .finally(() => running.delete(starting))
      .catch(() => {});
    return starting;
  };
  const openTabIn = async (browser: RenderBrowser): Promise<TabLease> => {
    counts.tabs++;
    const tab = await browser.openTab().catch((error) => {
      const words = driverWords(error) ?? (error instanceof Error ? error.message : String(error));
      throw new TabFault('browser-lost', `could not be opened in a tab (${words})`);
    });
    return { browser, tab, pages: 0, cleaning: Promise.resolve(true) };
  };
  const inBrowser = async <T>(work: (browser: RenderBrowser) => Promise<T>): Promise<T> => {
    for (;;) {
      current ??= startBrowser();
      const candidate = current;
      try {
        const browser = await candidate;
        if (browser.isUsable()) return await work(browser);
        throw usedUp;
      } catch (error) {
        if (current === candidate) current = undefined;
        candidate.then((browser) => browser.retire()).catch(() => {});
        if (error !== usedUp) throw error;
      }
    }
  };
  const inTurn = openTurns();
  const isDeath = (error: unknown): boolean => {
    throwIfOver();
    return error instanceof BrowserDied;
  };
  const openLease = (): Promise<TabLease> => inBrowser(openTabIn);
  const closeLease = async (slot: Slot): Promise<void> => {
    const { lease } = slot;
    slot.lease = undefined;
    await lease?.tab.close();
  };

  const takeIn = async ({ tab, browser }: TabLease, url: string, layout?: string): Promise<Taken> => {
    try {
      const taken = await tab.take(url, layout);
      // If the browser hangs, the tab reports the site as unresponsive.
      if (taken.outcome === 'failed' && !(await browser.answers()))
        throw new TabFault('browser-hung', 'made the whole browser stop responding');
      return taken;
    } catch (error) {
      if (!(error instanceof TabFault) || error.reason.startsWith('browser-')) throw error;
      if (await browser.answers()) throw error;
      throw new TabFault(error.reason === 'hung' ? 'browser-hung' : 'browser-lost', error.message);
    }
  };
  const attempt = async (slot: Slot, url: string, layout?: string): Promise<Taken> => {
    try {
      if (slot.lease && !(await isReady(slot.lease))) await closeLease(slot);
      slot.lease ??= await openLease();
      const { lease } = slot;
      const taken = await takeIn(lease, url, layout);
      lease.pages++;
      lease.browser.countPage();
      lease.cleaning = cleaned(lease, limits.tabKeptBytes);
      if (lease.pages >= limits.pagesPerTab) lease.cleaning = lease.cleaning.finally(() => closeLease(slot));
      return taken;
    } catch (error) {
      await closeLease(slot);
      throw error;
    }
  };
  const inOwnBrowser = async <T>(work: (browser: RenderBrowser) => Promise<T>): Promise<T> => {
    const browser = await startBrowser();
    try {
      return await work(browser);
    } finally {
      await browser.close();
    }
  };
  const attemptAlone = (url: string): Promise<Taken> =>
    inTurn(() => inOwnBrowser(async (browser) => takeIn(await openTabIn(browser), url)));

  const renderIn = async (slot: Slot, url: string, layout?: string): Promise<RenderResult> => {
    const started = performance.now();
    const durationMs = (): number => Math.round(performance.now() - started);
    let taken: Taken | undefined;
    let first: TabFault | undefined;
    let last: TabFault | undefined;
    let attempts = 0;
    while (!taken) {
      attempts++;
      try {
        if (last?.reason.startsWith('browser-')) taken = await attemptAlone(url);
        else taken = await attempt(slot, url, last ? undefined : layout);
      } catch (error) {
        throwIfOver();
        if (!(error instanceof TabFault)) throw error;
        if (!first) counts.triedAgain++;
        first ??= error;
        last = error;
        if (attempts <= PAGE_RETRIES[error.reason]) continue;
        const message = `The page ${error.message}. Tried ${attempts} times.`;
        taken = { outcome: 'failed', reason: error.reason, message };
      }
    }
    throwIfOver(); // messages of a browser that is being closed are not about the page
    if (taken.outcome === 'failed') {
      counts.failed++;
      return { ...taken, url, attempts, durationMs: durationMs() };
    }
    counts.pages++;
    const second =
      first && isOwnFault(first.reason)
        ? [{ kind: 'second-attempt' as const, detail: `on the first attempt, the page ${first.message}` }]
        : [];
    return { ...taken, notes: [...taken.notes, ...second], url, durationMs: durationMs() };
  };

  return {
    render: async (url, layout) => {
      throwIfOver();
      if (!gate.isSite(url)) {
        const message = `${url} is not an address on ${settings.origin}.`;
        return { outcome: 'failed', reason: 'left-site', message, url, attempts: 0, durationMs: 0 };
      }
      if (idle.length === 0 && queue.length === 0) idleMeter.restart();
      atHandMax = Math.max(atHandMax, atHand() + 1);
      const slot = idle.pop() ?? (await new Promise<Slot>((resolve) => queue.push(resolve)));
      try {
        throwIfOver();
        return await renderIn(slot, url, layout);
      } finally {
        // One page may be in transit: between two pages, the caller has other work.
        const isSupplied = queue.length > 0 && atHand() >= atHandMax - 1;
        void freeWhenClean(slot);
        if (isSupplied && slots < settings.tabs && idleMeter.share() > IDLE_MIN) {
          slots++;
          free({ lease: undefined });
        }
      }
    },
    lend: async (work) => {
      try {
        return await (await inBrowser(async (browser) => browser)).lend(work);
      } catch (error) {
        if (!isDeath(error)) throw error;
      }
      return inTurn(() => whileItDies(() => inOwnBrowser((browser) => browser.lend(work)), isDeath));
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...running].map(async (starting) => (await starting).close()));
    },
    stale: () => [...new Set([...learned.effects.stale(), ...learned.routes.stale()])],
    compared: async () => {
      await Promise.all(cleanings);
    },
    stats: () => ({ ...counts }),
  };
}

/**
 * `share` returns the share of all processor time that was idle since the last call; 0 if that interval is too short.
 */
function openIdleMeter(): Readonly<{ restart: () => void; share: () => number }> {
  const read = (): { idle: number; all: number } => {
    const times = os.cpus().map((cpu) => cpu.times);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return {
      idle: sum(times.map(({ idle }) => idle)),
      all: sum(times.flatMap((time) => Object.values(time))),
    };
  };
  let at = performance.now();
  let before = read();
  const restart = (): void => {
    [at, before] = [performance.now(), read()];
  };
  return {
    restart,
    share: () => {
      if (performance.now() - at < IDLE_MS) return 0;
      const { idle, all } = before;
      restart();
      return (before.idle - idle) / Math.max(1, before.all - all);
    },
  };
}

const usedUp = new Error('the browser has rendered enough pages and is being restarted');

/** Renders one page at a time; its tab may be replaced. */
type Slot = { lease: TabLease | undefined };

type TabLease = {
  readonly browser: RenderBrowser;
  readonly tab: Tab;
  pages: number;
  /** Whether the tab is clean again; false if it is no longer usable. */
  cleaning: Promise<boolean>;
};

/** Checks that the previous page left the tab and browser usable. */
async function isReady({ browser, tab, cleaning }: TabLease): Promise<boolean> {
  return (await cleaning) && tab.isAlive() && browser.isUsable();
}

/** Cleans a tab. Returns false if that fails or its pages leave too much memory behind. */
async function cleaned({ tab }: TabLease, maxKeptBytes: number): Promise<boolean> {
  try {
    await tab.clean();
    return (await tab.keptBytes()) <= maxKeptBytes;
  } catch {
    return false;
  }
}
