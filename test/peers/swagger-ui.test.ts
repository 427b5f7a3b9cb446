import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import { openBrowser } from '../../server/exports/chromium/open.ts';
import { type Api, startApi } from '../end-to-end/playground-site.ts';
import { exportSite, makeSite, page, reportOf, temporaryFolder } from '../stand-ins/fixture-site.ts';

/** Swagger UI itself, where `npm run test:sites` has put it into a site. */
const built = path.join(import.meta.dirname, '../sites/.cache/docsify/work/console');
const isThere = fs.existsSync(path.join(built, 'swagger-ui-bundle.js'));
if (!isThere) console.warn('Skipped: Swagger UI (npm run test:sites -- --only docsify brings it)');

const PETS = `openapi: 3.0.3
info: { title: Pets, version: 1.0.0, description: Pets of all kinds }
servers: [{ url: 'https://api.example.com/v1' }]
paths:
  /pets:
    get:
      summary: List the pets
      responses:
        '200':
          description: All of them
          content: { application/json: { schema: { $ref: './schemas/pet.yaml' } } }
`;
const PET = 'type: object\ntitle: Pet\nproperties:\n  name: { type: string, example: Rex }\n';

function makePets(): string {
  const file = (name: string): Buffer => fs.readFileSync(path.join(built, name));
  return makeSite({
    'index.html': page('Start', '<a href="api/index.html">The API of the pets</a>'),
    'api/index.html': page(
      'Pets',
      `<link rel="stylesheet" href="swagger-ui.css"><div id="console"></div><script src="swagger-ui-bundle.js"></script>
      <script>SwaggerUIBundle({ url: '/api/pets.yaml', dom_id: '#console', docExpansion: 'full' })</script>`,
    ),
    'api/swagger-ui-bundle.js': file('swagger-ui-bundle.js'),
    'api/swagger-ui.css': file('swagger-ui.css'),
    'api/pets.yaml': PETS,
    'api/schemas/pet.yaml': PET,
  });
}

describe.skipIf(!isThere)('Swagger UI that fetches its document', () => {
  let folder: string;
  let api: Api;
  let tab: Page;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    const { code, data, out } = await exportSite(makePets(), ['--keep', 'playground', '--sample-max', '5']);
    expect(code).toBe(0);
    expect(reportOf(data).check?.faults).toEqual([]);
    folder = path.join(temporaryFolder('unpacked'), 'bundle');
    const { signal } = new AbortController();
    await unpackArchive(out, folder, signal);
    api = await startApi();
    const browser = await openBrowser({ cacheFolder: testCacheFolder, allowedHosts: [api.host], signal });
    closers.push(api.close, () => browser.close());
    tab = await browser.newPage();
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const tryOut = async (): Promise<string> => {
    await tab.goto(pathToFileURL(path.join(folder, 'api/index.html')).href, { waitUntil: 'load' });
    // What it refers to comes last, and moves what is above.
    await tab.waitForFunction(() => document.body.textContent.includes('"Rex"'));
    await (await tab.waitForSelector('.try-out__btn'))?.click();
    await (await tab.waitForSelector('.execute'))?.click();
    await tab.waitForSelector('.live-responses-table');
    return tab.$eval('#console', ({ textContent }) => textContent ?? '');
  };

  it('is drawn from a file with what it refers to, calls nobody, and then the address that is set', async () => {
    const before = await tryOut();
    expect(before).toContain('List the pets');
    expect(before).toContain('"name": "Rex"');
    expect(before).toContain('Failed to fetch');
    expect(api.calls).toEqual([]);

    fs.writeFileSync(
      path.join(folder, 'offprint-site.js'),
      `offprintSite = { apiAddress: '${api.address}' };`,
    );
    expect(await tryOut()).toContain('answer to GET /v1/pets');
    expect(api.calls).toEqual(['GET /v1/pets']);
  });
});
