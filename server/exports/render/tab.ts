import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from 'puppeteer-core';
import { TabFault } from './faults.ts';
import type { Gate } from './gate.ts';
import type { KnownEffects } from './known-effects.ts';
import type { RenderSettings } from './options.ts';
import { openTabSession } from './tab-session.ts';
import { type Taken, takePage } from './take-page.ts';
import { beginVisit } from './visit.ts';

/** A tab that takes one page after another. */
export type Tab = Readonly<{
  /** @throws TabFault when the tab is of no more use */
  take: (url: string) => Promise<Taken>;
  /** Forgets the page: to an empty one, storage and history cleared. @throws TabFault when it cannot */
  clean: () => Promise<void>;
  /** False once its process has ended. */
  isAlive: () => boolean;
  /** What its pages have left behind: objects of scripts, elements, buffers. */
  keptBytes: () => Promise<number>;
  close: () => Promise<void>;
}>;

const CLEAN_MS = 5_000;

/** Opens a tab with a context (cookies, storage, cache) of its own. */
export async function openTab(options: {
  browser: Browser;
  root: CDPSession;
  settings: RenderSettings;
  gate: Gate;
  effects: KnownEffects;
  crashReason: () => 'memory' | 'crashed';
}): Promise<Tab> {
  const { browser, root, settings, gate } = options;
  const { timeouts, limits } = settings;
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    ...(context.id !== undefined && { browserContextId: context.id }),
  });
  // Not a page of Puppeteer's: it would follow every frame and request a second time.
  const target = await context.waitForTarget((candidate) => candidate.type() === 'page');
  const cdp = await target.createCDPSession();
  const session = await openTabSession(cdp, targetId, settings, gate, options.crashReason);

  /** Does something that ends in time, whatever the page does. */
  const within = async <T>(maxMs: number, tooLate: string, work: Promise<T>): Promise<T> => {
    work.catch(() => {}); // after a fault nobody waits for it any more
    const controller = new AbortController();
    const timeout = sleep(maxMs, undefined, { signal: controller.signal }).then(() => {
      throw new TabFault('hung', tooLate);
    });
    timeout.catch(() => {});
    try {
      return await Promise.race([work, timeout, session.gone]);
    } catch (error) {
      if (error instanceof TabFault) throw error;
      if (!browser.connected) throw new TabFault('browser-lost', 'ended the whole browser');
      throw new TabFault('crashed', `lost its tab (${error instanceof Error ? error.message : error})`);
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
  const clean = (): Promise<void> => within(CLEAN_MS, 'did not let go of its tab', forget());
  await clean();

  return {
    take: async (url) => {
      const visit = beginVisit(gate.isSite, limits.redirects);
      session.setVisit(visit);
      const work = Promise.race([
        takePage(session, url, visit, settings, gate.isSite, options.effects),
        visit.fault,
      ]);
      try {
        const tooLate = `did not answer within ${timeouts.pageMs / 1000} seconds`;
        return await within(timeouts.pageMs, tooLate, work);
      } finally {
        session.setVisit(undefined);
      }
    },
    clean,
    isAlive: () => session.isAlive() && browser.connected,
    keptBytes: async () => {
      const usage = await session.send('Runtime.getHeapUsage');
      return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
    },
    close: async () => {
      await context.close().catch(() => {}); // the browser has ended
    },
  };
}
