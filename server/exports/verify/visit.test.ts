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

  const visit = async (
    pages: Readonly<Record<string, string>>,
    first: string,
    pictures: 'none' | 'window' = 'none',
  ): Promise<Visit> => {
    for (const [name, content] of Object.entries(pages)) {
      fs.writeFileSync(path.join(folder, name), `<!doctype html><meta charset="utf-8">${content}`);
    }
    const visitor = await openVisitor(browser);
    const size = { width: 800, height: 600, timeoutMs: 20_000, ignoredControls: [] };
    try {
      const url = pathToFileURL(path.join(folder, first)).href;
      return await visitor.visit(url, { ...size, pictures, isInside: () => true });
    } finally {
      await visitor.close();
    }
  };

  it('of a page that leads on while it is looked at sees where it leads', async () => {
    const seen = await visit({ 'a.html': leadingTo('b.html'), 'b.html': 'There' }, 'a.html');
    expect(seen.text).toBe('There');
  });

  it('of a page whose bar still says that it loads shows it without', async () => {
    const bar = '<div role="progressbar" aria-label="Loading..." style="height:2px;background:green"></div>';
    const style = '<style>[role] { position: fixed; top: 0; left: 0; right: 0 }</style><p>Text</p>';
    const pages = { 'done.html': style, 'loading.html': style + bar };
    const [done, loading] = [
      await visit(pages, 'done.html', 'window'),
      await visit(pages, 'loading.html', 'window'),
    ];
    expect(Buffer.from(loading.picture).equals(done.picture)).toBe(true);
    expect(done.picture.length).toBeGreaterThan(0);
  });

  it('of pages that lead on for ever ends', async () => {
    const pages = { 'c.html': leadingTo('d.html'), 'd.html': leadingTo('c.html') };
    await expect(visit(pages, 'c.html')).rejects.toThrow(/context was destroyed|navigat/i);
  });
});
