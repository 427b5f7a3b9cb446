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

/** A tab that captures one page after another. */
export type Tab = Readonly<{
  /**
   * Captures a page.
   * @param layout see LearnedRoutes
   * @throws TabFault if the tab has become unusable
   */
  take: (url: string, layout?: string) => Promise<Taken>;
  /**
   * Prepares for the next page. Loads some of the pages that were reached by navigation, to compare them with the
   * captured ones. Then replaces the document with an empty one and clears storage and history, unless other pages may
   * be reached from it.
   * @throws TabFault if this fails
   */
  clean: () => Promise<void>;
  /** False once its process has ended. */
  isAlive: () => boolean;
  /** Memory retained from its pages: script objects, elements, buffers. */
  keptBytes: () => Promise<number>;
  close: () => Promise<void>;
}>;

const CLEAN_MS = 5_000;
/** Number of pages reached in one document before it is loaded again. */
const REACHED_MAX = 25;

/** Opens a tab with a context (cookies, storage, cache) of its own. */
export async function openTab(options: {
  browser: Browser;
  root: CDPSession;
  deaths: Deaths;
  /** Called with the ID of the context for whose crashes this tab listens. */
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
    // Not as a Puppeteer page, which would track every frame and request a second time.
    const target = await opened.waitForTarget((candidate) => candidate.type() === 'page');
    const cdp = await target.createCDPSession();
    const tabSession = await openTabSession(cdp, targetId, settings, gate, options.crashReason);
    // Not earlier: until now, nothing here listens for the end of its process.
    if (opened.id !== undefined) options.tend(opened.id);
    return { context: opened, session: tabSession };
  };
  const opening = open();
  opening.catch(() => {}); // after a crash, nobody awaits it
  const { context, session } = await Promise.race([opening, deaths.died]);

  /** Limits the duration of `work`, whatever the page does. */
  const within = async <T>(maxMs: number, tooLate: string, work: Promise<T>): Promise<T> => {
    work.catch(() => {}); // after a fault, nobody awaits it
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
  /** Loads the last reached page, to compare it; undefined if there is no need. */
  let check: (() => Promise<unknown>) | undefined;
  /** The last loaded page, if it and the pages reached from it are complete (see isWhole). */
  let base: TakenPage | undefined;
  let shown = '';
  let shownText = '';
  /** Whether a control was pressed in it or in a page reached from it. */
  let isTouched = false;
  let reached = 0;

  const visiting = async <T>(work: (visit: Visit) => Promise<T>): Promise<T> => {
    const visit = beginVisit(gate.isSite, limits.redirects);
    session.setVisit(visit);
    try {
      const tooLate = `did not respond within ${timeouts.pageMs / 1000} seconds`;
      const working = async (): Promise<T> => {
        const result = await Promise.race([work(visit), visit.fault]);
        // A browser that lost one of its processes renders pages differently, or reports them as unavailable.
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
    // If the text is the same, it may still be the previous page: something else changed in it.
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
  /** Navigates to pages loaded earlier until enough agree to accept `url` as reached. */
  const prove = async (url: string, layout: string | undefined): Promise<void> => {
    for (const known of routes.loadedLike(url, layout)) {
      const aim = stepTo(url, layout);
      if (!aim || aim.isProved()) return;
      // Pages differ in which controls are pressed; each kind is proven separately.
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
      await context.close().catch(() => {}); // the browser may have ended
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a page has no notes and all its requests were answered, so others may be reached from it. */
function isWhole(taken: Taken): taken is TakenPage {
  if (taken.outcome !== 'rendered' || taken.notes.length > 0) return false;
  return taken.assets.every(({ status }) => status > 0 && status !== 429 && status < 500);
}
