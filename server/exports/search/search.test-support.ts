import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { readRange } from '../../file-ranges.ts';
import { testCacheFolder } from '../chromium/chromium.test-support.ts';
import { openBrowser } from '../chromium/open.ts';
import { contentSecurityPolicy } from '../rewrite/content-security-policy.ts';
import { encodePath, relativeUrl } from '../site/site.ts';
import {
  buildSearchIndex,
  collectSearchPages,
  extractPage,
  packPage,
  SEARCH_FOLDER,
  type SearchFile,
} from './search-index.ts';

/** A search result as displayed. */
export type SeenHit = Readonly<{ href: string; title: string; text: string; marks: readonly string[] }>;

export type BuiltSearch = Readonly<{ files: readonly SearchFile[]; textBytes: number }>;

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-search-'));
}

/** Returns all pages below a folder in the order of a bundle: paths with `/`, sorted. */
export function pagesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.html'))
    .sort();
}

/** Builds the search of a folder of pages. */
export async function buildSearch(site: string, work: string): Promise<BuiltSearch> {
  const pages = collectSearchPages(work);
  let textBytes = 0;
  for (const file of pagesBelow(site)) {
    const page = extractPage(fs.readFileSync(path.join(site, file), 'utf8'));
    for (const { heading, blocks } of page.sections) {
      textBytes += Buffer.byteLength([heading, ...blocks.map((block) => block.text)].join(' '));
    }
    pages.add(file, packPage(page));
  }
  pages.close();
  return { files: await buildSearchIndex(work, new AbortController().signal), textBytes };
}

/** Installs the search in a folder of pages as in a bundle: files, script and policy. */
export function installSearch(site: string, files: readonly SearchFile[]): void {
  const folder = path.join(site, SEARCH_FOLDER);
  for (const file of files) {
    const place = path.join(folder, file.path);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, readRange(file));
  }
  for (const page of pagesBelow(site)) {
    const file = path.join(site, page);
    const head = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy([])}"><script src="${relativeUrl(page, `${SEARCH_FOLDER}/opener.js`)}" data-offprint></script>`;
    const html = fs.readFileSync(file, 'latin1');
    fs.writeFileSync(
      file,
      html.replace(/<head[^>]*>/i, (tag) => `${tag}${head}`),
      'latin1',
    );
  }
}

export function launchBrowser(allowedHosts: readonly string[] = []): Promise<Browser> {
  const { signal } = new AbortController();
  return openBrowser({ cacheFolder: testCacheFolder, allowedHosts, signal });
}

/** A reader who has a page of a bundle open. */
export type Reader = Readonly<{
  page: Page;
  /** Errors in the page: exceptions, console errors, failed requests. */
  faults: string[];
  /** Files of the search that were read, with their sizes. */
  loaded: Map<string, number>;
  goto: (file: string) => Promise<void>;
  /** Opens the dialog with the keyboard. */
  open: () => Promise<void>;
  /** Types a query into the open dialog and waits for the results. */
  search: (query: string) => Promise<SeenHit[]>;
  /** Enters a query and returns how long its results took, in ms. */
  timed: (query: string) => Promise<number>;
  status: () => Promise<string>;
}>;

export async function openReader(browser: Browser, site: string): Promise<Reader> {
  const page = await browser.newPage();
  const faults: string[] = [];
  const loaded = new Map<string, number>();
  const root = `${pathToFileURL(site).href}/`;
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('requestfailed', (request) => faults.push(`${request.url()} ${request.failure()?.errorText}`));
  page.on('requestfinished', (request) => {
    const [, name] = request.url().split(`/${SEARCH_FOLDER}/`);
    // The last file may arrive after the test has ended and its folder is gone.
    const file = name && fs.statSync(path.join(site, SEARCH_FOLDER, name), { throwIfNoEntry: false });
    if (file) loaded.set(name, file.size);
  });
  const dialog = 'document.querySelector("offprint-search")?.shadowRoot';
  return {
    page,
    faults,
    loaded,
    goto: async (file) => {
      await page.goto(root + encodePath(file), { waitUntil: 'load' });
    },
    open: async () => {
      await page.keyboard.press('/');
      await page.waitForFunction(`${dialog}?.querySelector("dialog").open`);
    },
    search: async (query) => {
      await ask(page, query);
      return (await page.evaluate(
        `[...${dialog}.querySelectorAll("a:not(.part)")].map((link) => ({
          href: link.href,
          title: link.querySelector(".title").textContent,
          text: link.textContent,
          marks: [...link.querySelectorAll("mark")].map((mark) => mark.textContent),
        }))`,
      )) as SeenHit[];
    },
    timed: (query) => ask(page, query),
    status: async () => String(await page.evaluate(`${dialog}.querySelector("p").textContent`)),
  };
}

/** Enters a query in the page, as a key press does, and waits for the results. Returns how long that took, in ms. */
async function ask(page: Page, query: string): Promise<number> {
  return page.evaluate(async (text: string) => {
    const root = document.querySelector('offprint-search')?.shadowRoot;
    const input = root?.querySelector('input') as HTMLInputElement;
    const list = root?.querySelector('[role=listbox]') as HTMLElement;
    delete list.dataset.query;
    const started = performance.now();
    input.value = text;
    input.dispatchEvent(new Event('input'));
    while (list.dataset.query !== text) {
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(list, { attributes: true });
      });
    }
    return performance.now() - started;
  }, query);
}
