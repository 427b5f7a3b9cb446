import type { Browser, Page } from 'puppeteer-core';
import { removePeers } from '../chromium/disable-webrtc.ts';
import { answeredWithin } from '../chromium/page-hung.ts';
import { prepareClicks } from './in-page-clicks.ts';
import { prepareControls, prepareLooks } from './in-page-controls.ts';

/** Timeout for opening a page. */
export const OPEN_MS = 15_000;

/** Opens a tab with separate storage, so that choices made on one page do not affect the next. */
export async function freshTab(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  return context.newPage();
}

export async function inTab<T>(open: () => Promise<Page>, work: (tab: Page) => Promise<T>): Promise<T> {
  const tab = await open();
  try {
    return await work(tab);
  } finally {
    await closeTab(tab);
  }
}

export async function prepared(tab: Page): Promise<Page> {
  await prepareTab(tab);
  return tab;
}

/**
 * Pool of tabs for `file://` pages, each as good as new. Opening a tab takes half the time of operating a page
 * (measured).
 */
export type FileTabs = Readonly<{
  /** Lends a tab without data stored by other pages. */
  use: <T>(browser: Browser, work: (tab: Page) => Promise<T>) => Promise<T>;
}>;

/** Timeout for leaving a page; after that, the tab is closed. */
const LEAVE_MS = 1_000;
/** Maximum number of idle tabs to keep: each is a process. */
const SPARE_MAX = 3;

export function openFileTabs(): FileTabs {
  const spare = new WeakMap<Browser, Page[]>();
  const keep = async (browser: Browser, tab: Page): Promise<void> => {
    const tabs = spare.get(browser) ?? [];
    spare.set(browser, tabs);
    if (tabs.length === SPARE_MAX) return closeTab(tab);
    await answeredWithin(LEAVE_MS, emptied(tab));
    tabs.push(tab);
  };
  return {
    use: async (browser, work) => {
      const tab = spare.get(browser)?.pop() ?? (await prepared(await freshTab(browser)));
      try {
        const result = await work(tab);
        await keep(browser, tab).catch(() => closeTab(tab));
        return result;
      } catch (error) {
        await closeTab(tab);
        throw error;
      }
    },
  };
}

/**
 * Leaves a `file://` page and clears its stored data.
 * @throws the driver's errors, and an error if the page has opened other pages
 */
async function emptied(tab: Page): Promise<void> {
  const context = tab.browserContext();
  if ((await context.pages()).length > 1) throw new Error('the page has opened other pages');
  await tab.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  await tab.goto('about:blank'); // also clears what the page stores while it is left
  const session = await tab.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin: 'file://', storageTypes: 'all' });
  await session.detach();
}

async function closeTab(tab: Page): Promise<void> {
  await tab
    .browserContext()
    .close()
    .catch(() => {}); // the browser is closed soon anyway
}

/** Prepares a tab for `checkControls`. */
export async function prepareTab(tab: Page): Promise<void> {
  tab.setDefaultTimeout(OPEN_MS);
  await tab.setViewport({ width: 1280, height: 900 });
  await tab.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await tab.evaluateOnNewDocument(removePeers);
  await tab.evaluateOnNewDocument(prepareControls);
  await tab.evaluateOnNewDocument(prepareLooks);
  await tab.evaluateOnNewDocument(prepareClicks);
  tab.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {}); // the page may already be gone
  });
}

/** Opens a page and waits until its network requests are done. */
export async function openPage(tab: Page, url: string): Promise<void> {
  await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
  await tab.waitForNetworkIdle({ idleTime: 100, timeout: OPEN_MS / 3 }).catch(() => {});
}
