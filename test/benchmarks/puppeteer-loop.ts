import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openBrowser } from '../../server/exports/chromium/open.ts';

/**
 * The usual Puppeteer loop for copying a client-rendered site: a new tab for each page, `networkidle0`, four
 * concurrently, following links: `node puppeteer-loop.ts <address> <folder>`. It does not rewrite anything.
 */
const TABS = 4;
const [address = '', folder = ''] = process.argv.slice(2);

fs.mkdirSync(folder, { recursive: true });
const browser = await openBrowser({
  cacheFolder: path.join(os.tmpdir(), `offprint-tests-${process.getuid?.() ?? 'user'}`),
  allowedHosts: [new URL(address).host],
  signal: new AbortController().signal,
});
const known = new Set([`${address}/`]);
const queue = [...known];
let busy = 0;
let done = 0;

const take = async (url: string): Promise<void> => {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle0' });
  fs.writeFileSync(path.join(folder, `${done++}.html`), await page.content());
  for (const href of await page.$$eval('a[href]', (links) =>
    links.map((link) => (link as HTMLAnchorElement).href),
  )) {
    // Links to headings are not pages, in either router's notation; nor is a folder's index under its other name.
    const place = href
      .replace(/\?id=.*$/s, '')
      .replace(/#(?!\/.).*$/s, '')
      .replace(/\/index\.html$/, '/');
    if (!place.startsWith(address) || known.has(place)) continue;
    known.add(place);
    queue.push(place);
  }
  await page.close();
};
await new Promise<void>((resolve, reject) => {
  const next = (): void => {
    if (queue.length === 0 && busy === 0) resolve();
    while (busy < TABS) {
      const url = queue.shift();
      if (url === undefined) return;
      busy++;
      take(url).then(() => {
        busy--;
        next();
      }, reject);
    }
  };
  next();
});
await browser.close();
