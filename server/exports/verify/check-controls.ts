import type { Browser, Page } from 'puppeteer-core';
import { type OperatedControl, operateControls, type PageControls } from './controls.ts';
import { prepareControls } from './in-page-controls.ts';

/** A control of a page of the bundle that does not work, and does at the origin. */
export type ControlFailure = OperatedControl & Readonly<{ page: string; problem: string }>;

/** How many controls of the sampled pages there are, and what came of operating them. */
export type ControlCheck = Readonly<{
  pages: number;
  found: number;
  operated: number;
  /** Those that work neither here nor at the origin count as operated, and fail nobody. */
  failures: readonly ControlFailure[];
  brokenAtSource: number;
  cutShort: boolean;
}>;

/** All pages together. */
const LONGEST_MS = 45_000;
const OPEN_MS = 15_000;

export type ControlPage = Readonly<{
  path: string;
  /** In the bundle, from a file. */
  file: string;
  /** At the origin; undefined when there is none to compare with. */
  original: string | undefined;
}>;

/**
 * Operates every tab, accordion, menu, theme switch and copy button of some pages of an unpacked bundle, from `file://`
 * with no network. What fails there is tried at the origin: only what works there is a failure.
 * @param openOriginal a fresh tab in which the origin's pages open
 */
export async function checkControls(
  browser: Browser,
  pages: readonly ControlPage[],
  ignored: readonly string[],
  openOriginal: (() => Promise<Page>) | undefined,
  maxMs = LONGEST_MS,
): Promise<ControlCheck> {
  const until = performance.now() + maxMs;
  const failures: ControlFailure[] = [];
  const counts = { pages: 0, found: 0, operated: 0, brokenAtSource: 0 };
  let cutShort = false;
  for (const { path, file, original: url } of pages) {
    if (performance.now() > until) {
      cutShort = true;
      break;
    }
    const openTab = async (): Promise<Page> => prepared(await freshTab(browser));
    const seen = await inTab(openTab, (tab) => visit(tab, file, ignored, until));
    counts.pages++;
    counts.found += seen.found;
    counts.operated += seen.operated.length;
    cutShort ||= seen.cutShort;
    const failed = seen.operated.filter((one) => one.problem !== undefined);
    if (failed.length === 0) continue;
    let working: Set<string> | undefined;
    if (url !== undefined && openOriginal) {
      const names = new Set(failed.map(nameOf));
      const late = Math.max(until, performance.now() + OPEN_MS);
      const atSource = await inTab(openOriginal, (tab) => visit(tab, url, ignored, late, names)).catch(
        () => undefined,
      );
      if (atSource)
        working = new Set(atSource.operated.filter(({ problem }) => problem === undefined).map(nameOf));
    }
    for (const one of failed) {
      if (working && !working.has(nameOf(one))) counts.brokenAtSource++;
      else failures.push({ ...one, page: path, problem: one.problem ?? '' });
    }
  }
  return { ...counts, failures, cutShort };
}

function nameOf({ kind, name }: OperatedControl): string {
  return `${kind} ${name}`;
}

async function visit(
  tab: Page,
  url: string,
  ignored: readonly string[],
  until: number,
  only?: ReadonlySet<string>,
): Promise<PageControls> {
  if (url.includes('#')) await tab.goto('about:blank'); // nothing would be loaded for another fragment
  await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
  // Scripts of the site may still be at work on what they load.
  await tab.waitForNetworkIdle({ idleTime: 100, timeout: OPEN_MS / 3 }).catch(() => {});
  return operateControls(tab, ignored, until, only);
}

/** A tab that knows nothing of what others have stored: what is chosen on one page must not be on the next. */
export async function freshTab(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  return context.newPage();
}

async function inTab<T>(open: () => Promise<Page>, work: (tab: Page) => Promise<T>): Promise<T> {
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

async function prepared(tab: Page): Promise<Page> {
  await prepareTab(tab);
  return tab;
}

/** Makes a tab ready for `checkControls`. */
export async function prepareTab(tab: Page): Promise<void> {
  tab.setDefaultTimeout(OPEN_MS);
  await tab.setViewport({ width: 1280, height: 900 });
  await tab.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await tab.evaluateOnNewDocument(prepareControls);
  tab.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {}); // the page may be gone already
  });
}
