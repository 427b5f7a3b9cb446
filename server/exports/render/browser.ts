import type { Browser, Protocol } from 'puppeteer-core';
import { openWatchedBrowser } from '../chromium/launch-retries.ts';
import type { LearnedBehaviour } from './learned-behaviour.ts';
import type { RenderSettings } from './options.ts';
import { processMemory } from './process-memory.ts';
import type { Gate } from './request-policy.ts';
import { openTab, type Tab } from './tab.ts';

/** A running browser for rendering. */
export type RenderBrowser = Readonly<{
  openTab: () => Promise<Tab>;
  /**
   * Does something in contexts of its own; the browser is not retired meanwhile.
   * @throws BrowserDied, and what `work` throws
   */
  lend: <T>(work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** False once it has ended, grown too large or done its share. */
  isUsable: () => boolean;
  /** Whether it answers, and all its processes live. One that does not answer is ended. */
  answers: () => Promise<boolean>;
  /** Counts a page towards its share. */
  countPage: () => void;
  /** No new tabs: it ends when the last one is closed. */
  retire: () => void;
  /** Ends it, with its tabs. */
  close: () => Promise<void>;
  /** Resolves when it has ended, however, and its profile is gone. */
  ended: Promise<void>;
}>;

/**
 * Starts a browser that reaches no network, its tabs kept by `gate`, with a profile of its own that goes with it.
 * Each tab gets a context of its own (cookies, storage, cache), so that pages rendered side by side do not see each
 * other, and with it processes of its own.
 * @throws OffprintError `browser` when there is none or it does not start
 */
export async function openRenderBrowser(
  settings: RenderSettings,
  gate: Gate,
  learned: LearnedBehaviour,
): Promise<RenderBrowser> {
  const { limits, signal } = settings;
  const tended = new Set<string>();
  let memory: MemoryWatch | undefined;
  const { browser, deaths } = await openWatchedBrowser(
    {
      cacheFolder: settings.cacheFolder,
      allowedHosts: [],
      extraArgs: [
        '--block-new-web-contents', // window.open() answers null
        '--disable-back-forward-cache', // a page that has been left is gone
        `--js-flags=--max-old-space-size=${Math.ceil(limits.tabBytes / 2 ** 20)}`,
      ],
      signal,
    },
    (opened) => {
      memory = watchMemory(opened, settings);
      return { isTended: (contextId) => tended.has(contextId), onLook: memory.look };
    },
  );
  const root = await browser.target().createCDPSession();
  // For browsers that do not know the argument.
  browser.on('targetcreated', (target) => {
    if (target.opener()) {
      target
        .page()
        .then((popup) => popup?.close())
        .catch(() => {});
    }
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const close = async (): Promise<void> => {
    await browser.close();
    end();
  };
  browser.once('disconnected', () => close().catch(end));
  let pages = 0;
  let tabs = 0;
  let isRetired = false;
  const closeWhenFree = (): void => {
    if (isRetired && tabs === 0) close().catch(end);
  };
  const enter = (): (() => void) => {
    tabs++;
    return once(() => {
      tabs--;
      closeWhenFree();
    });
  };
  /** For what takes no time: a browser that does not do it hangs, and is ended. */
  const prompt = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      browser.process()?.kill('SIGKILL'); // it would not hear that it is to close
      close().catch(end);
    }, settings.timeouts.pageMs);
    return work.finally(() => clearTimeout(timer));
  };
  return {
    openTab: async () => {
      const leave = enter();
      try {
        const crashReason = (): 'memory' | 'crashed' => memory?.crashReason() ?? 'crashed';
        const tend = (contextId: string): void => {
          tended.add(contextId);
        };
        const tab = await prompt(
          openTab({ browser, root, deaths, tend, settings, gate, learned, crashReason }),
        );
        return { ...tab, close: () => prompt(tab.close()).finally(leave) };
      } catch (error) {
        leave();
        throw error;
      }
    },
    lend: (work) => deaths.guard(() => work(browser)).finally(enter()),
    isUsable: () =>
      browser.connected &&
      !deaths.hasDied() &&
      !isRetired &&
      !memory?.isLarge() &&
      pages < limits.pagesPerBrowser,
    answers: () =>
      prompt(deaths.assertWhole()).then(
        () => true,
        () => false,
      ),
    countPage: () => {
      pages++;
    },
    retire: () => {
      isRetired = true;
      closeWhenFree();
    },
    close,
    ended,
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Within this time a tab notices that its process has been ended. */
const NOTICE_MS = 1_000;

type MemoryWatch = Readonly<{
  /** To be called with the browser's processes, again and again. */
  look: (processes: readonly Protocol.SystemInfo.ProcessInfo[]) => void;
  isLarge: () => boolean;
  /** Whether a tab that has just gone was ended for its memory. */
  crashReason: () => 'memory' | 'crashed';
}>;

/**
 * Looks at the browser's processes five times a second (chromium/deaths.ts). One that renders pages and grows beyond its
 * limit is ended, which its tab notices as a crash; a page can fill two gigabytes a second, so that asking the page itself
 * is too slow. Says nothing but on Linux.
 */
function watchMemory(browser: Browser, { limits }: RenderSettings): MemoryWatch {
  let endedAt = Number.NEGATIVE_INFINITY;
  let isLarge = false;

  const look: MemoryWatch['look'] = (processes) => {
    if (process.platform !== 'linux') return;
    let total = 0;
    for (const { type, id } of processes) {
      const memory = processMemory(id);
      if (!memory) continue;
      total += memory.privateBytes;
      if (type === 'renderer' && memory.residentBytes > limits.tabBytes) {
        endedAt = performance.now();
        process.kill(id, 'SIGKILL');
      }
    }
    isLarge = total > limits.browserBytes;
    if (total > 2 * limits.browserBytes) browser.process()?.kill('SIGKILL');
  };

  return {
    look,
    isLarge: () => isLarge,
    crashReason: () => {
      const wasEnded = performance.now() - endedAt < NOTICE_MS;
      endedAt = Number.NEGATIVE_INFINITY; // for the next crash there has to be a reason of its own
      return wasEnded ? 'memory' : 'crashed';
    },
  };
}
