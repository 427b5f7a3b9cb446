import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeSite } from '../../server/docs-site/site.test-support.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';
import { startStaticHost } from './static-host.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com/a-long-path-of-the-server/version-one' }],
  paths: { '/pets/{id}/vaccinations/{vaccination}': { get: { summary: 'Get one', responses: {} } } },
};

it('fits a window of 500 px: pages of operations, menus that are open, tips of words', async () => {
  const long = 'x'.repeat(200);
  const { files } = await makeSite({
    'docs.json': JSON.stringify({
      name: 'Example',
      navigation: {
        languages: ['en', 'fr'].map((language) => ({
          language,
          pages: [`${language}/call`, `${language}/tip`],
        })),
      },
    }),
    'openapi.json': JSON.stringify(DOCUMENT),
    ...Object.fromEntries(
      ['en', 'fr'].flatMap((language) => [
        [
          `${language}/call.mdx`,
          `---\nopenapi: get /pets/{id}/vaccinations/{vaccination}\n---\n\n\`\`\`\n${long}\n\`\`\`\n`,
        ],
        [
          `${language}/tip.mdx`,
          `---\ntitle: Tip\n---\n\nSome words and then some more, up to <Tooltip tip="${'Words. '.repeat(30)}">one</Tooltip>.\n`,
        ],
      ]),
    ),
  });
  const folder = temporaryFolder('narrow');
  for (const [file, content] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
  const host = await startStaticHost(folder, '/');
  const browser = await openBrowser({
    cacheFolder: testCacheFolder,
    allowedHosts: [`127.0.0.1:${host.port}`],
    signal: new AbortController().signal,
  });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 500, height: 800 });
    for (const name of ['call', 'tip']) {
      await page.goto(`${host.address}en/${name}.html`);
      await page.click('.switcher > summary');
      const [width, menu] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('.switcher[open] .switcher-list')?.getBoundingClientRect().right ?? 0,
      ]);
      expect(width, name).toBe(500);
      expect(menu, name).toBeGreaterThan(0);
      expect(menu, name).toBeLessThanOrEqual(500);
    }
  } finally {
    await browser.close();
    await host.close();
  }
});
