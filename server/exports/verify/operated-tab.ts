import type { Browser, Page } from 'puppeteer-core';
import { removePeers } from '../chromium/disable-webrtc.ts';
import { prepareClicks } from './in-page-clicks.ts';
import { prepareControls } from './in-page-controls.ts';

/** How long a page may take to open. */
export const OPEN_MS = 15_000;

/** A tab that knows nothing of what others have stored: what is chosen on one page must not be on the next. */
export async function freshTab(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  return context.newPage();
}

export async function inTab<T>(open: () => Promise<Page>, work: (tab: Page) => Promise<T>): Promise<T> {
  const tab = await open();
  try {
    return await work(tab);
  } finally {
    await tab
      .browserContext()
      .close()
      .catch(() => {}); // the browser is closed soon
  }
}

export async function prepared(tab: Page): Promise<Page> {
  await prepareTab(tab);
  return tab;
}

/** Makes a tab ready for `checkControls`. */
export async function prepareTab(tab: Page): Promise<void> {
  tab.setDefaultTimeout(OPEN_MS);
  await tab.setViewport({ width: 1280, height: 900 });
  await tab.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await tab.evaluateOnNewDocument(removePeers);
  await tab.evaluateOnNewDocument(prepareControls);
  await tab.evaluateOnNewDocument(prepareClicks);
  tab.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {}); // the page may be gone already
  });
}

/** Opens a page and waits until it asks for nothing more. */
export async function openPage(tab: Page, url: string): Promise<void> {
  await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
  await tab.waitForNetworkIdle({ idleTime: 100, timeout: OPEN_MS / 3 }).catch(() => {});
}
