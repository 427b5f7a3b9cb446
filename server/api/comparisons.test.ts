import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import { addFiles, makeSite } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { compareBundles } from '../compare/compare-bundles.ts';
import {
  completedJob,
  domainOf,
  JOBS,
  type Job,
  makeProject,
  QUICK,
  startServer,
  type TestServer,
} from './test-support.ts';
import type { Comparison, PageComparison } from './wire.types.ts';

/** Covers the comparison of two exports of one site. The footer differs on every page, the text on one page only. */
let server: TestServer;
let first: Job;
let second: Job;

/** Returns a page without landmarks: the footer can only be recognized because it changed on many pages. */
const pageOf = (title: string, text: string, year: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
  <h1>${title}</h1><p>${text}</p><p>Another paragraph.</p><div>© ${year} Example</div></body></html>`;

const NAMES = Array.from({ length: 12 }, (_, index) => `p${index}`);
const linksTo = (names: readonly string[]): string =>
  names.map((name) => `<a href="${name}.html">${name}</a>`).join(' ');

function filesOf(year: number, extra: string): Record<string, string> {
  return {
    'index.html': pageOf('Start', linksTo(['kept', extra, ...NAMES]), year),
    'kept.html': pageOf('Kept', 'It has no year.', 0),
    ...Object.fromEntries(NAMES.map((name) => [`${name}.html`, pageOf(name, `Text of ${name}.`, year)])),
  };
}

/** Another program on this computer, and a script that colors the page and then sends a request to that program. */
const hits: (string | undefined)[] = [];
const other = http.createServer((request, response) => {
  hits.push(request.url);
  response.end();
});
let callsOut = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => other.close());
  const { port } = other.address() as AddressInfo;
  callsOut = `document.body.style.background = 'rgb(255, 0, 0)'; fetch(['http:', '', '127.0.0.1:${port}', 'x'].join('/'))`;
  server = await startServer();
  const folder = makeSite({ ...filesOf(2025, 'gone'), 'gone.html': pageOf('Gone', 'Soon.', 2025) });
  const project = await makeProject(server, folder, { ...QUICK, interactivity: 'keep' });
  first = await completedJob(server, domainOf(project), { version: '1' });
  fs.rmSync(path.join(folder, 'gone.html'));
  addFiles(folder, {
    ...filesOf(2026, 'new'),
    'p3.html': pageOf('p3', 'Other words.', 2026),
    'p4.html': pageOf('p4', 'Text of p4.', 2025).replace('<p>', '<p class="new">'),
    'new.html': pageOf('New', `Just made.<script>${callsOut}</script>`, 2026),
  });
  second = await completedJob(server, domainOf(project), { version: '2' });
});

async function compared(query = ''): Promise<Comparison> {
  const answer = await server.call('GET', `${JOBS}/${second.jobId}/comparison${query}`);
  expect(answer.status, answer.error).toBe(200);
  return answer.body as Comparison;
}

describe('the comparison of two exports', () => {
  it('tells pages that came, went and changed in their text from those whose footer alone changed', async () => {
    const { base, target, isSame, pages, repeated } = await compared();
    expect([base.jobId, base.version, target.version, isSame]).toEqual([first.jobId, '1', '2', false]);
    expect(pages.added).toEqual([{ path: 'new.html', title: 'New' }]);
    expect(pages.removed).toEqual([{ path: 'gone.html', title: 'Gone' }]);
    expect(pages.unchanged).toBe(1); // kept.html
    const byChange = (change: string) =>
      pages.changed.filter((page) => page.change === change).map(({ path: at }) => at);
    expect(byChange('text')).toEqual(['index.html', 'p3.html']);
    expect(byChange('code')).toEqual(['p4.html']);
    expect(byChange('around')).toHaveLength(NAMES.length - 2);
    expect(repeated).toEqual([
      { removed: ['© 2025 Example'], added: ['© 2026 Example'], pages: NAMES.length, example: 'index.html' },
    ]);
  });

  it('shows the text of one page before and after as a patch', async () => {
    const answer = await server.call('GET', `${JOBS}/${second.jobId}/comparison/page?path=p3.html`);
    expect(answer.status, answer.error).toBe(200);
    const { change, of, title, patch } = answer.body as PageComparison;
    expect([change, of, title]).toEqual(['text', 'content', 'p3']);
    expect(patch.split('\n').filter((line) => /^[-+](?![-+])/.test(line))).toEqual([
      '-Text of p3.',
      '+Other words.',
      '-© 2025 Example',
      '+© 2026 Example',
    ]);
  });

  it('finds nothing between an export and itself, and refuses what cannot be compared', async () => {
    const same = await compared(`?base=${second.jobId}`);
    expect([same.isSame, same.pages.changed, same.pages.unchanged]).toEqual([true, [], NAMES.length + 3]);
    const none = await server.call('GET', `${JOBS}/${first.jobId}/comparison`);
    expect([none.status, none.error]).toEqual([
      409,
      expect.stringContaining('is the first export of its project'),
    ]);
    const other = await completedJob(server, domainOf(await makeProject(server)));
    const mixed = await server.call('GET', `${JOBS}/${second.jobId}/comparison?base=${other.jobId}`);
    expect([mixed.status, mixed.error]).toEqual([
      409,
      expect.stringContaining('belong to different projects'),
    ]);
    const absent = await server.call('GET', `${JOBS}/${second.jobId}/comparison/page?path=nowhere.html`);
    expect([absent.status, absent.error]).toEqual([404, 'Neither bundle contains the page nowhere.html.']);
  });

  it('is the same from two archives, and ends when it is canceled', async () => {
    const zip = async (jobId: string) => path.join(server.dataFolder, 'exports', jobId, 'bundle.zip');
    const [base, target] = [await zip(first.jobId), await zip(second.jobId)];
    const found = await compareBundles({ base, target }, new AbortController().signal);
    const { pages, files, repeated } = await compared();
    expect(found).toMatchObject({ pages, files, repeated });
    const canceled = AbortSignal.abort(new Error('Canceled.'));
    await expect(compareBundles({ base, target }, canceled)).rejects.toThrow('Canceled.');
  });

  it.runIf(isFullRun)('shows a page of each as a picture', async () => {
    const picture = async (jobId: string): Promise<PNG> => {
      const answer = await server.call('GET', `${JOBS}/${jobId}/picture?path=p3.html`);
      expect(answer.status, answer.error).toBe(200);
      return PNG.sync.read(answer.bytes);
    };
    const [before, after] = [await picture(first.jobId), await picture(second.jobId)];
    expect([before.width, before.height]).toEqual([1280, 900]);
    expect(before.data.equals(after.data)).toBe(false);
  });

  it('has no picture of a page that the bundle lacks', async () => {
    const absent = await server.call('GET', `${JOBS}/${second.jobId}/picture?path=gone.html`);
    expect([absent.status, absent.error]).toEqual([404, 'The bundle does not contain the page gone.html.']);
  });

  it('shows a page whose script calls out, and lets it reach nothing', async () => {
    hits.length = 0;
    const answer = await server.call('GET', `${JOBS}/${second.jobId}/picture?path=new.html`);
    expect(answer.status, answer.error).toBe(200);
    expect([...PNG.sync.read(answer.bytes).data.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect(hits).toEqual([]);
  });
});
