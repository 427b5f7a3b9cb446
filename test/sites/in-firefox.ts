import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { unpackArchive } from '../../server/bundles/read.ts';
import { borrowed } from '../../server/exports/chromium/lease.ts';
import { checkControls } from '../../server/exports/verify/check-controls.ts';
import { freshTab, prepareTab } from '../../server/exports/verify/operated-tab.ts';
import { checkSearch } from '../../server/exports/verify/search.ts';
import { FIREFOX_TABS, firefoxProgram, openFirefox } from '../firefox.ts';
import { fileOf, spread } from './examine.ts';
import { CACHE } from './prepare.ts';

/** What came of using a bundle in Firefox. */
export type InFirefox = Readonly<{
  operated: number;
  found: number;
  searches: number;
  faults: readonly string[];
}>;

const LONGEST_MS = 300_000;

/**
 * Operates the controls of some pages of a bundle in Debian's Firefox, from `file://`, and searches it. A control that
 * does not work on the site itself either is no fault.
 * @param pages URL paths of the pages, and `address` where the site is served
 * @param count how many of them at most, spread over the site
 * @returns undefined where Firefox is not installed
 */
export async function inFirefox(
  bundle: string,
  { pages, address }: Readonly<{ pages: readonly string[]; address: string }>,
  count: number,
): Promise<InFirefox | undefined> {
  const program = firefoxProgram();
  if (!program) return undefined;
  fs.mkdirSync(CACHE, { recursive: true });
  const folder = fs.mkdtempSync(path.join(CACHE, 'firefox-'));
  const browser = await openFirefox(program);
  try {
    await unpackArchive(bundle, folder, new AbortController().signal);
    const files = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => fs.statSync(path.join(folder, file)).isFile());
    const some = spread(pages, count);
    const asked = some.map((page) => ({
      path: page,
      file: pathToFileURL(path.join(folder, fileOf(page))).href,
      original: address + page,
    }));
    const openOriginal = async (): Promise<Page> => {
      const tab = await freshTab(browser);
      await prepareTab(tab);
      return tab;
    };
    const controls = await checkControls(borrowed(browser), asked, {
      openOriginal,
      maxMs: LONGEST_MS,
      tabs: FIREFOX_TABS,
    });
    const search = await checkSearch(borrowed(browser), folder, files, some.map(fileOf));
    return {
      operated: controls.operated - controls.failures.length,
      found: controls.found,
      searches: search?.tries.filter(({ found }) => found).length ?? 0,
      faults: [
        ...controls.failures.map(({ page, kind, name, problem }) => `${page}: ${kind} "${name}" ${problem}.`),
        ...(controls.cutShort ? ['Not all controls were operated.'] : []),
        ...(search?.broken ? [`The search: ${search.broken}.`] : []),
        ...(search?.tries ?? [])
          .filter(({ found }) => !found)
          .map(({ kind, query, problem }) => `The search for the ${kind} "${query}" ${problem}.`),
      ].map((fault) => `In Firefox: ${fault}`),
    };
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
