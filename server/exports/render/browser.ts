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
   * Runs `work` in contexts of its own; the browser is not retired meanwhile.
   * @throws BrowserDied, and what `work` throws
   */
  lend: <T>(work: (browser: Browser) => Promise<T>) => Promise<T>;
  /** False once it has ended, grown too large or rendered its share of pages. */
  isUsable: () => boolean;
  /** Whether it responds and all its processes are alive. An unresponsive browser is killed. */
  answers: () => Promise<boolean>;
  /** Counts a page towards its limit. */
  countPage: () => void;
  /** Allows no new tabs. The browser closes with its last tab. */
  retire: () => void;
  /** Closes the browser and its tabs. */
  close: () => Promise<void>;
  /** Resolves when the browser has ended for any reason and its profile has been removed. */
  ended: Promise<void>;
}>;

/**
 * Starts a browser without network access. `gate` restricts its tabs, and its temporary profile is removed with it.
 * Each tab gets its own context (cookies, storage, cache) and therefore its own processes, so pages rendered
 * concurrently do not affect each other.
 * @throws OffprintError `browser` if there is no browser or it does not start
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
        '--block-new-web-contents', // window.open() returns null
        '--disable-back-forward-cache', // discards pages after navigation
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
  // For browsers that do not support `--block-new-web-contents`.
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
  /** Kills the browser if `work` exceeds `pageMs`: it should be instant, so the browser must be hanging. */
  const prompt = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      browser.process()?.kill('SIGKILL'); // it would not respond to close()
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

/** Time within which a tab reports that its process was killed. */
const NOTICE_MS = 1_000;

type MemoryWatch = Readonly<{
  /** Checks the browser's processes; to be called repeatedly. */
  look: (processes: readonly Protocol.SystemInfo.ProcessInfo[]) => void;
  isLarge: () => boolean;
  /** Whether the tab that just crashed was killed for its memory use. */
  crashReason: () => 'memory' | 'crashed';
}>;

/**
 * Checks the browser's processes five times a second (chromium/deaths.ts) and kills any renderer that exceeds its
 * limit, which its tab reports as a crash. A page can fill two gigabytes a second, so asking the page itself is too
 * slow. Works on Linux only.
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
      endedAt = Number.NEGATIVE_INFINITY; // the next crash needs a reason of its own
      return wasEnded ? 'memory' : 'crashed';
    },
  };
}
