import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { freshTab, prepareTab } from '../../server/exports/verify/operated-tab.ts';
import { fileOf, spread } from './examine.ts';
import { CACHE } from './prepare.ts';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOAD_MS = 60_000;
/** How long a page must not have changed, and how long that is waited for. */
const REST_MS = 1_000;
const REST_MAX_MS = 30_000;

/** What axe finds on one page: how many elements break each rule. */
type Violations = Readonly<Record<string, number>>;

/**
 * Compares what axe finds on some pages of a bundle, from `file://`, with what it finds on the same pages of the site.
 * @param pages URL paths of the pages, and `address` where the site is served
 * @param count how many of them at most, spread over the site
 * @returns a sentence for each rule that more elements of a page break than do on the site
 */
export async function newViolations(
  bundle: string,
  { pages, address }: Readonly<{ pages: readonly string[]; address: string }>,
  count: number,
): Promise<string[]> {
  fs.mkdirSync(CACHE, { recursive: true });
  const folder = fs.mkdtempSync(path.join(CACHE, 'axe-'));
  const { signal } = new AbortController();
  const browser = await openBrowser({
    cacheFolder: testCacheFolder,
    allowedHosts: [new URL(address).host],
    signal,
  });
  try {
    await unpackArchive(bundle, folder, signal);
    const faults: string[] = [];
    for (const page of spread(pages, count)) {
      const before = await violationsAt(await freshTab(browser), address + page);
      const file = pathToFileURL(path.join(folder, fileOf(page))).href;
      const after = await violationsAt(await freshTab(browser), file);
      for (const [rule, elements] of Object.entries(after)) {
        const known = before[rule] ?? 0;
        if (elements > known)
          faults.push(`${page}: axe finds ${rule} ${elements} times, on the site ${known}.`);
      }
    }
    return faults;
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function violationsAt(tab: Page, url: string): Promise<Violations> {
  try {
    await prepareTab(tab);
    await tab.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
    await tab.waitForNetworkIdle({ idleTime: 300, timeout: LOAD_MS }).catch(() => {}); // what never ends is not a page's fault
    await tab.evaluate(untilAtRest, REST_MS, REST_MAX_MS);
    await tab.evaluate(endTransitions);
    await tab.evaluate(AXE);
    return (await tab.evaluate(
      `axe.run().then(({ violations }) => Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length])))`,
    )) as Violations;
  } finally {
    await tab.browserContext().close();
  }
}

/**
 * In the page: a site takes over its pages some time after they are loaded, and only then marks what is read in the table
 * of contents. A page that is busy, so that timers are late, is not at rest either.
 */
async function untilAtRest(restMs: number, maxMs: number): Promise<void> {
  const STEP_MS = 50;
  const started = performance.now();
  let changed = started;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let now = started; now - changed < restMs && now - started < maxMs; ) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const late = performance.now() - now;
    now = performance.now();
    if (late > 3 * STEP_MS) changed = now;
  }
  observer.disconnect();
}

/** In the page: a colour on its way to another is no colour of the page. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*,*::before,*::after{animation:none!important;transition:none!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
