import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from 'puppeteer-core';
import { driverWords } from '../../browser-error-messages.ts';
import { BrowserDied, type Deaths } from '../chromium/deaths.ts';
import type { LearnedBehaviour } from './learned-behaviour.ts';
import type { Step } from './learned-routes.ts';
import type { RenderSettings } from './options.ts';
import type { Gate } from './request-policy.ts';
import { TabFault } from './tab-fault.ts';
import { openTabSession, type TabSession } from './tab-session.ts';
import { FIRST_TRY, followTo, type Taken, type TakenPage, takePage } from './take-page.ts';
import { beginVisit, type Visit } from './visit.ts';

/** A tab that takes one page after another. */
export type Tab = Readonly<{
  /**
   * @param layout see LearnedRoutes
   * @throws TabFault when the tab is of no more use
   */
  take: (url: string, layout?: string) => Promise<Taken>;
  /**
   * Makes ready for the next page. Some of those that were reached are loaded, to be compared with what was taken. Then
   * the page is forgotten, unless others may be reached from it: to an empty one, storage and history cleared.
   * @throws TabFault when it cannot
   */
  clean: () => Promise<void>;
  /** False once its process has ended. */
  isAlive: () => boolean;
  /** What its pages have left behind: objects of scripts, elements, buffers. */
  keptBytes: () => Promise<number>;
  close: () => Promise<void>;
}>;

const CLEAN_MS = 5_000;
/** So many pages are reached in one document; then it is loaded anew. */
const REACHED_MAX = 25;

/** Opens a tab with a context (cookies, storage, cache) of its own. */
export async function openTab(options: {
  browser: Browser;
  root: CDPSession;
  deaths: Deaths;
  /** To be called with the context whose pages' crashes are heard of here. */
  tend: (contextId: string) => void;
  settings: RenderSettings;
  gate: Gate;
  learned: LearnedBehaviour;
  crashReason: () => 'memory' | 'crashed';
}): Promise<Tab> {
  const { browser, root, deaths, settings, gate } = options;
  const { effects, routes } = options.learned;
  const { timeouts, limits } = settings;
  const { assertWhole } = deaths;
  const takeContext = { settings, isSite: gate.isSite, effects, assertWhole };
  const open = async (): Promise<{ context: BrowserContext; session: TabSession }> => {
    const opened = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      ...(opened.id !== undefined && { browserContextId: opened.id }),
    });
    // Not a page of Puppeteer's: it would follow every frame and request a second time.
    const target = await opened.waitForTarget((candidate) => candidate.type() === 'page');
    const cdp = await target.createCDPSession();
    const tabSession = await openTabSession(cdp, targetId, settings, gate, options.crashReason);
    // Not before: until now nobody hears here that its process ends.
    if (opened.id !== undefined) options.tend(opened.id);
    return { context: opened, session: tabSession };
  };
  const opening = open();
  opening.catch(() => {}); // after a death nobody waits for it any more
  const { context, session } = await Promise.race([opening, deaths.died]);

  /** Does something that ends in time, whatever the page does. */
  const within = async <T>(maxMs: number, tooLate: string, work: Promise<T>): Promise<T> => {
    work.catch(() => {}); // after a fault nobody waits for it any more
    const controller = new AbortController();
    const timeout = sleep(maxMs, undefined, { signal: controller.signal }).then(() => {
      throw new TabFault('hung', tooLate);
    });
    timeout.catch(() => {});
    try {
      return await Promise.race([work, timeout, session.gone, deaths.died]);
    } catch (error) {
      if (error instanceof TabFault) throw error;
      if (error instanceof BrowserDied || deaths.hasDied() || !browser.connected)
        throw new TabFault('browser-lost', 'crashed the whole browser');
      throw new TabFault(
        'crashed',
        driverWords(error) ??
          `was interrupted because its browser tab closed or crashed (${messageOf(error)})`,
      );
    } finally {
      controller.abort();
    }
  };

  const forget = async (): Promise<void> => {
    await session.navigate(gate.emptyPage);
    const isEmpty = (): boolean => {
      const document = session.document();
      return document?.url === gate.emptyPage && document.isLoaded && session.isCallable();
    };
    await session.waiting.until(isEmpty, CLEAN_MS);
    await Promise.all([
      session.call('forget'),
      session.send('Storage.clearDataForOrigin', { origin: settings.origin, storageTypes: 'all' }),
      session.send('Network.clearBrowserCookies'),
      session.send('Page.resetNavigationHistory'),
    ]);
    session.requests.clear();
  };
  const empty = (): Promise<void> => within(CLEAN_MS, 'did not unload', forget());
  /** Loads what was taken as it was reached, to compare it; undefined where that need not be. */
  let check: (() => Promise<unknown>) | undefined;
  /** The page that was loaded last, while it and those that were reached from it are as they came. */
  let base: TakenPage | undefined;
  let shown = '';
  let shownText = '';
  /** Something was pressed in it, or in a page that was reached from it. */
  let isTouched = false;
  let reached = 0;

  const visiting = async <T>(work: (visit: Visit) => Promise<T>): Promise<T> => {
    const visit = beginVisit(gate.isSite, limits.redirects);
    session.setVisit(visit);
    try {
      const tooLate = `did not respond within ${timeouts.pageMs / 1000} seconds`;
      const working = async (): Promise<T> => {
        const result = await Promise.race([work(visit), visit.fault]);
        // Without one of its processes a browser shows pages otherwise, or says that they are not to be had.
        await assertWhole();
        return result;
      };
      return await within(timeouts.pageMs, tooLate, working());
    } finally {
      session.setVisit(undefined);
    }
  };
  const load = async (url: string, layout: string | undefined): Promise<Taken> => {
    const rests = routes.mayFollow(url, layout);
    for (let how = FIRST_TRY; ; ) {
      const read = await visiting((visit) => takePage(session, url, visit, takeContext, how, rests));
      if (!('next' in read)) {
        base = isWhole(read.taken) ? read.taken : undefined;
        if (base) routes.loaded(url, layout, base);
        [shown, reached, isTouched] = [url, 0, !read.isUntouched];
        shownText = read.taken.outcome === 'rendered' ? read.taken.text : '';
        return read.taken;
      }
      how = read.next;
      await empty();
    }
  };
  const follow = async (url: string, by: Step['by']): Promise<TakenPage | undefined> => {
    const from = base;
    base = undefined;
    const found = await visiting((visit) => followTo(session, url, visit, takeContext, by));
    if (!from || !found) return undefined;
    // What says the same may be the page before: something else has changed in it.
    if (by === 'link' && found.taken.text === shownText) return undefined;
    shownText = found.taken.text;
    if (isWhole(found.taken) && ++reached < REACHED_MAX) base = from;
    shown = url;
    isTouched ||= !found.isUntouched;
    const known = new Set(from.assets.map((asset) => asset.url));
    const assets = [...from.assets, ...found.taken.assets.filter((asset) => !known.has(asset.url))];
    return { ...found.taken, assets };
  };
  const stepTo = (url: string, layout: string | undefined): Step | undefined =>
    base && routes.between(shown, url, layout, isTouched || effects.triesAny(url));
  /** Goes to pages that have been loaded before, until enough have agreed for `url` to be taken as it is reached. */
  const prove = async (url: string, layout: string | undefined): Promise<void> => {
    for (const known of routes.loadedLike(url, layout)) {
      const aim = stepTo(url, layout);
      if (!aim || aim.isProved()) return;
      // What is pressed in the one and not in the other is proved for itself.
      const isLike = isTouched || effects.triesAny(known.url) === effects.triesAny(url);
      if (known.url === url || !isLike) continue;
      const step = stepTo(known.url, layout);
      if (step?.isNew()) await step.prove(() => follow(known.url, step.by), known.page);
    }
  };
  await empty();

  return {
    take: async (url, layout) => {
      const isEmpty = !base;
      await prove(url, layout);
      const step = stepTo(url, layout);
      const page = step && (await follow(url, step.by));
      const loadAnew = async (): Promise<Taken> => {
        if (!isEmpty) await empty();
        return load(url, layout);
      };
      if (!step) return loadAnew();
      if (!page || !step.isProved()) return step.compare(page, loadAnew);
      step.followed();
      if (step.isToBeChecked()) check = () => step.compare(page, loadAnew);
      return page;
    },
    clean: async () => {
      const due = check;
      check = undefined;
      await due?.();
      if (!base) await empty();
    },
    isAlive: () => session.isAlive() && browser.connected,
    keptBytes: async () => {
      const usage = await within(
        CLEAN_MS,
        'did not report its memory use',
        session.send('Runtime.getHeapUsage'),
      );
      return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
    },
    close: async () => {
      await context.close().catch(() => {}); // the browser has ended
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether nothing is to be said about a page, and all that it asked for was answered: others may build upon it. */
function isWhole(taken: Taken): taken is TakenPage {
  if (taken.outcome !== 'rendered' || taken.notes.length > 0) return false;
  return taken.assets.every(({ status }) => status > 0 && status !== 429 && status < 500);
}
