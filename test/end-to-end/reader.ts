import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';

/** A page of a bundle as a reader sees it, opened from a file. */
export type ReadPage = Readonly<{
  /** Its file in the bundle. */
  file: string;
  title: string;
  text: string;
  /** Number of the site's own scripts. */
  scripts: number;
  /** Number of pictures that fail to show. */
  brokenPictures: number;
  /** Fragments of links to this page that have no target. */
  deadFragments: readonly string[];
}>;

/** One browser for all bundles until the process ends: each is read in its own context with its own storage. */
let opened: Promise<Browser> | undefined;

function sharedBrowser(): Promise<Browser> {
  opened ??= openBrowser({
    cacheFolder: testCacheFolder,
    allowedHosts: [],
    signal: new AbortController().signal,
  });
  return opened;
}

/** Runs a callback with an offline tab in its own context. */
export async function inReaderTab<T>(read: (tab: Page) => Promise<T>): Promise<T> {
  const context = await (await sharedBrowser()).createBrowserContext();
  try {
    return await read(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Unpacks a bundle and reads it in a real, offline browser, following the links from `index.html`. */
export async function readBundle(archive: string): Promise<{ pages: ReadPage[]; failed: string[] }> {
  const folder = path.join(temporaryFolder('unpacked'), 'bundle');
  const { signal } = new AbortController();
  await unpackArchive(archive, folder, signal);
  const root = `${pathToFileURL(folder).href}/`;
  const context = await (await sharedBrowser()).createBrowserContext();
  try {
    const tab = await context.newPage();
    const failed: string[] = [];
    tab.on('requestfailed', (request) => {
      // Loading a font is aborted when the next page is opened.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url());
    });
    const pages: ReadPage[] = [];
    const known = new Set([`${root}index.html`]);
    const wanted = new Map<string, Set<string>>();
    const idsOf = new Map<string, ReadonlySet<string>>();
    for (const url of known) {
      await tab.goto(url, { waitUntil: 'load' });
      const { links, ids, ...seen } = await tab.evaluate(look);
      pages.push({ file: decodeURI(url.slice(root.length)), ...seen, deadFragments: [] });
      idsOf.set(url, new Set(ids));
      for (const link of links) {
        const [target = '', fragment = ''] = link.split('#');
        if (!target.startsWith(root)) continue;
        known.add(target);
        if (fragment !== '') wanted.set(target, (wanted.get(target) ?? new Set()).add(fragment));
      }
    }
    for (const [index, page] of pages.entries()) {
      const url = [...known][index] ?? '';
      const fragments = [...(wanted.get(url) ?? [])];
      const deadFragments = fragments.filter((name) => !idsOf.get(url)?.has(decodeURIComponent(name)));
      pages[index] = { ...page, deadFragments };
    }
    return { pages, failed };
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function look(): Omit<ReadPage, 'file' | 'deadFragments'> & { links: string[]; ids: string[] } {
  const pictures = [...document.images];
  return {
    title: document.title,
    text: document.body.innerText,
    scripts: document.querySelectorAll('script:not([data-offprint])').length,
    brokenPictures: pictures.filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0).length,
    links: [...document.links].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  };
}
