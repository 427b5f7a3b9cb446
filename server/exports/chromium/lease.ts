import type { Browser } from 'puppeteer-core';
import { BrowserDied } from './deaths.ts';
import type { WatchedBrowser } from './launch-retries.ts';

/**
 * Number of times a browser may die over the same work with nothing else open in it, before the work is considered the
 * cause.
 */
export const DEATHS_MAX = 3;

/** The browser dies whenever this page is opened, even alone. */
export class EndsBrowser extends Error {
  constructor() {
    super(`it crashed the browser or its tab every time it was opened alone (${DEATHS_MAX} times)`);
    this.name = 'EndsBrowser';
  }
}

/** A browser that is started on demand and restarted if it dies. */
export type BrowserLease = Readonly<{
  /**
   * Runs work in the browser, concurrently with other work. If a browser process dies meanwhile, for whatever reason,
   * the result is discarded and the work is repeated alone in a separate browser. This way, a death is never blamed on
   * a page that merely happened to be open.
   * @param work may be called several times, each time with a browser that it has not seen in a discarded run; must
   * have no side effects apart from its result
   * @throws EndsBrowser, OffprintError `browser` if no browser starts, the signal's reason if aborted, whatever `work`
   * throws
   */
  use: <T>(work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** Milliseconds spent on discarded work; time limits are extended by this much. */
  lostMs: () => number;
  /** Version of the browser; empty if none has been started. */
  version: () => string;
  close: () => Promise<void>;
}>;

/** The part of a lease that work needs. */
export type BrowserUse = Pick<BrowserLease, 'use' | 'lostMs'>;

/** Wraps a browser that is already open and watched elsewhere. */
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
    candidate.then(({ browser }) => browser.close()).catch(() => {}); // it has already exited
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
              await own.browser.close().catch(() => {}); // it has already exited
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
      await last?.then(({ browser }) => browser.close()).catch(() => {}); // all its results are known by now
    },
  };
}

/**
 * Retries work that has its own browser until the browser survives it.
 * @throws EndsBrowser, and any error that is not a death
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

/** Returns a function that runs work one piece at a time: when a browser dies, everything open in it is lost. */
export function openTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
