import type { Browser } from 'puppeteer-core';
import { BrowserDied } from './deaths.ts';
import type { WatchedBrowser } from './launch-retries.ts';

/** So often a browser may die over one piece of work while nothing else is open in it: then the work is the cause. */
export const DEATHS_MAX = 3;

/** The browser dies whenever this page is opened, with no other beside it. */
export class EndsBrowser extends Error {
  constructor() {
    super(`it crashed the browser or its tab every time it was opened alone (${DEATHS_MAX} times)`);
    this.name = 'EndsBrowser';
  }
}

/** A browser that is started when it is needed, and started again when it dies. */
export type BrowserLease = Readonly<{
  /**
   * Does something with the browser, beside whatever else is done with it. Where one of its processes dies meanwhile,
   * whoever killed it, what came of the work is dropped and the work is done again, with nothing beside it in a browser
   * of its own: so no death is blamed on a page that happened to be open.
   * @param work may be called several times, each time for a browser that it has not seen when it was dropped before;
   *   what it is to change is changed with its result, never in it
   * @throws EndsBrowser, OffprintError `browser` when none starts, the signal's reason when aborted, what `work` throws
   */
  use: <T>(work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** Milliseconds that went into work that was dropped: limits of time are later by so much. */
  lostMs: () => number;
  /** The version of the browser; empty when none was needed. */
  version: () => string;
  close: () => Promise<void>;
}>;

/** What work needs of a lease. */
export type BrowserUse = Pick<BrowserLease, 'use' | 'lostMs'>;

/** A browser that is open already, and that somebody else watches. */
export function borrowed(browser: Browser): BrowserUse {
  return { use: (work) => work(browser), lostMs: () => 0 };
}

export function leaseBrowser(open: () => Promise<WatchedBrowser>, signal: AbortSignal): BrowserLease {
  const inTurn = openTurns();
  let current: Promise<WatchedBrowser> | undefined;
  let lostMs = 0;
  let version = '';
  const drop = (candidate: Promise<WatchedBrowser>): void => {
    if (current === candidate) current = undefined;
    candidate.then(({ browser }) => browser.close()).catch(() => {}); // it has ended
  };
  const start = async (): Promise<WatchedBrowser> => {
    const opened = await open();
    version ||= await opened.browser.version().catch(() => '');
    return opened;
  };
  const share = async (): Promise<[WatchedBrowser, Promise<WatchedBrowser>]> => {
    for (;;) {
      current ??= start();
      const candidate = current;
      try {
        const watched = await candidate;
        if (!watched.deaths.hasDied()) return [watched, candidate];
      } catch (error) {
        drop(candidate);
        throw error;
      }
      drop(candidate);
    }
  };
  const doIn = <T>({ browser, deaths }: WatchedBrowser, work: (browser: Browser) => Promise<T>): Promise<T> =>
    deaths.guard(() => work(browser));

  return {
    use: async (work) => {
      const started = performance.now();
      const [shared, candidate] = await share();
      try {
        return await doIn(shared, work);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof BrowserDied)) throw error;
        drop(candidate);
      }
      return inTurn(() =>
        whileItDies(
          async () => {
            signal.throwIfAborted();
            const own = await start();
            lostMs += performance.now() - started;
            try {
              return await doIn(own, work);
            } finally {
              await own.browser.close().catch(() => {}); // it has ended
            }
          },
          (error) => !signal.aborted && error instanceof BrowserDied,
        ),
      );
    },
    lostMs: () => lostMs,
    version: () => version,
    close: async () => {
      const last = current;
      current = undefined;
      await last?.then(({ browser }) => browser.close()).catch(() => {}); // what it was asked for is known by now
    },
  };
}

/**
 * Tries something again that has a browser of its own, until that outlives it.
 * @throws EndsBrowser, and what is no death
 */
export async function whileItDies<T>(
  attempt: () => Promise<T>,
  isDeath: (error: unknown) => boolean,
): Promise<T> {
  for (let deaths = 1; ; deaths++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDeath(error)) throw error;
      if (deaths === DEATHS_MAX) throw new EndsBrowser();
    }
  }
}

/** One after another: all that is open in a browser loses it at once. */
export function openTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
