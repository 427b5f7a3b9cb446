import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import { launchBrowser, temporaryFolder } from '../search/search.test-support.ts';
import { openVisitor, type Visit } from './visit.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

/** Leads on the moment it is looked at: a page with a refresh does so when the machine is busy. */
const leadingTo = (place: string): string => `<script>
  const { ready } = document.fonts;
  Object.defineProperty(document, 'fonts', { get: () => {
    location.href = '${place}';
    return { ready: ready.then(() => new Promise(() => {})) };
  } });
</script>`;

describe.skipIf(why !== '')(`a visit${why && ` (${why})`}`, () => {
  const folder = temporaryFolder();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const visit = async (pages: Readonly<Record<string, string>>, first: string): Promise<Visit> => {
    for (const [name, content] of Object.entries(pages)) {
      fs.writeFileSync(path.join(folder, name), `<!doctype html><meta charset="utf-8">${content}`);
    }
    const visitor = await openVisitor(browser);
    const size = { width: 800, height: 600, timeoutMs: 20_000, ignoredControls: [] };
    try {
      const url = pathToFileURL(path.join(folder, first)).href;
      return await visitor.visit(url, { ...size, pictures: 'none', isInside: () => true });
    } finally {
      await visitor.close();
    }
  };

  it('of a page that leads on while it is looked at sees where it leads', async () => {
    const seen = await visit({ 'a.html': leadingTo('b.html'), 'b.html': 'There' }, 'a.html');
    expect(seen.text).toBe('There');
  });

  it('of pages that lead on for ever ends', async () => {
    const pages = { 'c.html': leadingTo('d.html'), 'd.html': leadingTo('c.html') };
    await expect(visit(pages, 'c.html')).rejects.toThrow(/context was destroyed|navigat/i);
  });
});
