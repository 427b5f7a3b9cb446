import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { asOffprintError } from '../../errors.ts';
import { removePeers } from '../chromium/disable-webrtc.ts';
import { type BrowserUse, EndsBrowser } from '../chromium/lease.ts';
import { pageFault } from '../chromium/page-fault.ts';
import { DOCUMENTS_FOLDER } from '../playground/document-script.ts';
import { BOXES, CONTENT } from '../search/browser/search-boxes.ts';
import { SEARCH_FOLDER } from '../search/search-index.ts';
import { fold } from '../search/words/fold.ts';
import { wordSegmenter } from '../search/words/segmenter.ts';
import { isUnspaced, splitWords } from '../search/words/split.ts';
import { encodePath } from '../site/site.ts';

export type SearchTryKind = 'title' | 'rare' | 'misspelling';

/** A search made in the bundle, with its outcome. */
export type SearchTry = Readonly<{
  kind: SearchTryKind;
  query: string;
  /** The page that contains the words. */
  page: string;
  found: boolean;
  /** What went wrong; absent if the page was found. */
  problem?: string;
  /** JPEG as base64, if the page was not found. */
  screenshot?: string;
}>;

export type SearchCheck = Readonly<{
  /** Number and size of the search files. */
  files: number;
  sizeBytes: number;
  /** How readers open search on the inspected pages: the site's own search box, or our button. */
  openers: Readonly<{ site: number; button: number }>;
  tries: readonly SearchTry[];
  /** Why search cannot be used at all. */
  broken?: string;
}>;

/** Number of pages to take words from. */
const PAGES = 6;
/** Failed words before a page counts as not found: search may rightly omit a word that is part of the layout. */
const WORDS = 3;
/** Maximum number of words to try per page, including those skipped because they occur on many pages. */
const CANDIDATES = 12;
const TIMEOUT_MS = 10_000;
/** For pages that scripts render from bundled data: hundreds of operations block the page's main thread. */
const DRAWING_MS = 30_000;
/** For all searches together. */
const LONGEST_MS = 60_000;

type SeenPage = Readonly<{ path: string; titleWords: readonly string[]; words: readonly string[] }>;

/**
 * Searches an unpacked bundle from `file://` as a reader would, with no network: for a title word, for a rare word of a
 * text, and for a misspelled one. Each search must find the page that contains the word.
 * @param pages files of the sampled pages
 * @param readings texts of pages that have already been opened, by file; the others are opened
 * @returns null if the bundle has no search
 * @throws as BrowserLease, except for errors caused by pages
 */
export async function checkSearch(
  browsers: BrowserUse,
  folder: string,
  files: readonly string[],
  pages: readonly string[],
  readings: ReadonlyMap<string, Reading> = new Map(),
): Promise<SearchCheck | null> {
  const own = files.filter((file) => file.startsWith(`${SEARCH_FOLDER}/`));
  if (own.length === 0 || pages.length === 0) return null;
  const sizeBytes = own.reduce((sum, file) => sum + fs.statSync(path.join(folder, file)).size, 0);
  const begun: Made = { openers: { site: 0, button: 0 }, tries: [] };
  const made = await browsers
    .use((browser) => makeSearches(browser, folder, pages, readings))
    .catch((error) => {
      if (!(error instanceof EndsBrowser)) throw error;
      return { ...begun, broken: error.message };
    });
  return { files: own.length, sizeBytes, ...made };
}

type Made = Pick<SearchCheck, 'openers' | 'tries' | 'broken'>;

async function makeSearches(
  browser: Browser,
  folder: string,
  pages: readonly string[],
  readings: ReadonlyMap<string, Reading>,
): Promise<Made> {
  const openers = { site: 0, button: 0 };
  const tries: SearchTry[] = [];
  const page = await openTab(browser);
  const search = async (): Promise<void> => {
    const seen: SeenPage[] = [];
    for (const file of pages) {
      const reading = readings.get(file);
      const found = reading ? seenIn(file, reading) : await look(browser, folder, file);
      if (found) openers[found.hasBox ? 'site' : 'button']++;
      if (found && found.words.length + found.titleWords.length > 0) seen.push(found);
      if (seen.length === PAGES) break;
    }
    const reader = searchReader(page, folder);
    for (const kind of ['title', 'rare', 'misspelling'] as const) {
      // Use a different page for each kind if there are enough.
      const made = await tryKind(reader, kind, rotated(seen, tries.length));
      if (made) tries.push(made);
    }
  };
  try {
    await within(LONGEST_MS, search());
    return { openers, tries };
  } catch (error) {
    const broken = pageFault(error) ?? asOffprintError(error).message.replace(/\.$/, '');
    return { openers: { ...openers }, tries: [...tries], broken };
  } finally {
    await within(TIMEOUT_MS, page.close()).catch(() => {}); // the browser is closed soon anyway
  }
}

async function openTab(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.evaluateOnNewDocument(removePeers);
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {}); // the page may already be gone
  });
  return page;
}

/** Rejects if the work takes longer than the limit. */
async function within<T>(longestMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${longestMs} ms`)), longestMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Opens a page and reads its words; undefined if it redirects by itself. Uses a separate tab for each page, so that a
 * redirect does not interfere with the next page.
 */
async function look(
  browser: Browser,
  folder: string,
  file: string,
): Promise<(SeenPage & { hasBox: boolean }) | undefined> {
  const url = urlOf(folder, file);
  const page = await openTab(browser);
  try {
    await page.goto(url, { waitUntil: 'load' });
    // A page that navigates meanwhile may never respond, or respond with an error.
    const isDrawn = fs.readFileSync(path.join(folder, ...file.split('/')), 'utf8').includes(DOCUMENTS_FOLDER);
    const reading = readForSearch(page);
    const seen = await within(isDrawn ? DRAWING_MS : TIMEOUT_MS / 2, reading).catch((error: unknown) => {
      if (page.url() === url) throw error;
    });
    return seen && page.url() === url ? seenIn(file, seen) : undefined;
  } finally {
    await within(TIMEOUT_MS, page.close()).catch(() => {}); // the browser is closed soon anyway
  }
}

/** Reads the text of the page shown in a tab. */
export async function readForSearch(page: Page): Promise<Reading> {
  await page.evaluate(whenDrawn);
  return page.evaluate(readPage, BOXES, CONTENT);
}

/** @returns undefined for a page that redirects by itself */
function seenIn(
  file: string,
  { title, text, pieces, hasBox, leadsOn }: Reading,
): (SeenPage & { hasBox: boolean }) | undefined {
  if (leadsOn) return undefined;
  // The rendered text joins words of adjacent boxes that have no space between them.
  const whole = new Set(wordsOf(pieces));
  const words = wordsOf(text).filter((word) => whole.has(word));
  return { path: file, titleWords: wordsOf(title), words, hasBox };
}

/** Runs in the page: waits until scripts have rendered the bundled data. */
async function whenDrawn(): Promise<void> {
  const [STILL_MS, LONGEST_MS] = [300, 4000];
  if (!document.querySelector('script[src*="offprint-playground/"]')) return;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, STILL_MS);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, STILL_MS);
    }).observe(document, { childList: true, subtree: true });
    setTimeout(resolve, LONGEST_MS);
  });
}

/** Text of a page, and whether it has a search box. */
export type Reading = Readonly<{
  title: string;
  /** As rendered. */
  text: string;
  /** Its text nodes, one per line, except those in navigation. */
  pieces: string;
  hasBox: boolean;
  leadsOn: boolean;
}>;

/** Runs in the page: reads its text and whether the site has its own search box there. */
function readPage(boxes: string, content: string): Reading {
  const has = (root: Document | ShadowRoot): boolean =>
    [...root.querySelectorAll<HTMLElement>('*')].some(
      (element) =>
        (element.matches(boxes) && !element.closest(content) && element.getClientRects().length > 0) ||
        (element.shadowRoot !== null && element.dataset.offprint === undefined && has(element.shadowRoot)),
    );
  const main = document.querySelector<HTMLElement>('main,[role=main],article') ?? document.body;
  const leadsOn = document.querySelector('meta[http-equiv=refresh i]') !== null;
  const nodes = document.createTreeWalker(main ?? document, NodeFilter.SHOW_TEXT);
  let pieces = '';
  while (nodes.nextNode()) {
    const { parentElement, nodeValue } = nodes.currentNode;
    if (!parentElement?.closest('nav,[role=navigation]')) pieces += `${nodeValue}\n`;
  }
  return { title: document.title, text: main?.innerText ?? '', pieces, hasBox: has(document), leadsOn };
}

/** Returns the words worth searching for, without duplicates, longest first: long words are rare. */
function wordsOf(text: string): string[] {
  const words = new Map<string, string>();
  for (const word of splitWords(text, wordSegmenter())) {
    const letters = [...word.text].length;
    const isWord = /^\p{L}+$/u.test(word.text) && (isUnspaced(word.text) ? letters >= 2 : letters >= 4);
    if (isWord && letters <= 24) words.set(fold(word.text), word.text);
  }
  return [...words.values()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/**
 * Tries the words of one page after the other until a search succeeds or fails; undefined if no page has a usable word.
 */
async function tryKind(
  reader: SearchReader,
  kind: SearchTryKind,
  pages: readonly SeenPage[],
): Promise<SearchTry | undefined> {
  for (const page of pages) {
    const others = new Set(
      pages
        .filter((other) => other !== page)
        .flatMap((other) => [...other.words, ...other.titleWords].map(fold)),
    );
    const own = (kind === 'title' ? page.titleWords : page.words).filter((word) => !others.has(fold(word)));
    const queries = kind === 'misspelling' ? own.flatMap(mistyped) : own;
    let failed: SearchTry | undefined;
    let failures = 0;
    for (const query of queries.slice(0, CANDIDATES)) {
      const { hits, total } = await reader.search(page.path, query);
      const hit = hits.find((each) => each.path === page.path);
      const problem = hit ? await reader.follow(hit) : total > hits.length ? undefined : notAmong(hits);
      if (hit && problem === undefined) return { kind, query, page: page.path, found: true };
      if (problem === undefined) continue; // too common: no one can expect the first hits to include this page
      failed ??= { kind, query, page: page.path, found: false, problem, screenshot: await reader.picture() };
      if (++failures === WORDS) break;
    }
    if (failed) return failed;
  }
  return undefined;
}

function notAmong(hits: readonly SearchHit[]): string {
  if (hits.length === 0) return 'finds nothing';
  return `finds only ${hits.map((hit) => hit.path).join(', ')}`;
}

/** Swaps two neighbouring letters in the middle of a longer word. */
function mistyped(word: string): string[] {
  if (word.length < 7 || isUnspaced(word)) return [];
  const middle = Math.floor(word.length / 2);
  const [one = '', other = ''] = [word[middle - 1], word[middle]];
  if (one === other) return [];
  return [word.slice(0, middle - 1) + other + one + word.slice(middle + 1)];
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

type SearchHit = Readonly<{ path: string; href: string }>;

type SearchReader = Readonly<{
  /** Opens a page, opens its search with the keyboard, and types the query. */
  search: (file: string, query: string) => Promise<{ hits: SearchHit[]; total: number }>;
  /** Opens a hit. Returns what is wrong there. */
  follow: (hit: SearchHit) => Promise<string | undefined>;
  picture: () => Promise<string>;
}>;

function searchReader(page: Page, folder: string): SearchReader {
  const root = new URL(`${pathToFileURL(folder).href}/`).pathname;
  const fileOf = (href: string): string =>
    new URL(href).pathname.slice(root.length).split('/').map(decodeURIComponent).join('/');
  const dialog = 'document.querySelector("offprint-search")?.shadowRoot';
  return {
    search: async (file, query) => {
      await page.goto(urlOf(folder, file), { waitUntil: 'load' });
      await page.evaluate(focusNothing);
      await page.keyboard.press('/');
      await page
        .waitForFunction(`${dialog}?.querySelector("dialog").open === true`)
        .catch(() =>
          Promise.reject(new Error(`${file}: pressing / did not open search within ${TIMEOUT_MS} ms`)),
        );
      for (const character of query) await page.keyboard.sendCharacter(character);
      await page
        .waitForFunction(
          `${dialog}.querySelector("[role=listbox]").dataset.query === ${JSON.stringify(query)}`,
        )
        .catch(() =>
          Promise.reject(
            new Error(`${file}: a search for "${query}" got no response within ${TIMEOUT_MS} ms`),
          ),
        );
      const { links, status } = (await page.evaluate(
        `({ links: [...${dialog}.querySelectorAll("a:not(.part)")].map((link) => link.href), status: ${dialog}.querySelector("p").innerText })`,
      )) as { links: string[]; status: string };
      const hits = links.map((href) => ({ href, path: fileOf(href) }));
      return { hits, total: Math.max(hits.length, Number(/\d+/.exec(status)?.[0] ?? 0)) };
    },
    follow: async ({ href }) => {
      await page.goto(href, { waitUntil: 'load' });
      await page.evaluate(whenDrawn);
      const fragment = new URL(href).hash.slice(1);
      const isThere = await page.evaluate(
        (id: string) =>
          id === '' || document.getElementById(id) !== null || document.getElementsByName(id).length > 0,
        decodeURIComponent(fragment),
      );
      return isThere ? undefined : `finds a link to #${fragment}, which does not exist on the page`;
    },
    picture: async () => {
      return await page.screenshot({ type: 'jpeg', quality: 60, encoding: 'base64' });
    },
  };
}

function focusNothing(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur(); // a focused field would receive the key
}

function urlOf(folder: string, file: string): string {
  return `${pathToFileURL(folder).href}/${encodePath(file)}`;
}
