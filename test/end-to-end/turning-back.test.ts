import { expect, test } from 'vitest';
import { byHash } from '../../server/exports/classify/layouts.ts';
import { frontierOf } from '../../server/store/resources.ts';
import { page } from '../stand-ins/fixture-site.ts';
import { type Place, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

const script = (body: string): Place => ({ headers: { 'content-type': 'text/javascript' }, body });

test('a file that only a script loads is seen by verification: it is fetched, and the bundle packed again', async () => {
  const origin = await startOrigin({
    '/': page('Start', '<p>All is here.</p><script src="/late.js"></script>'),
    '/late.js': script(
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'late.css' }));`,
    ),
    '/late.css': { headers: { 'content-type': 'text/css' }, body: 'body { color: green }' },
  });
  const lab = await openLiveLab();
  const settings = { interactivity: 'keep', sampleMin: 1, sampleMax: 1 } as const;
  const { job, paths, report } = await lab.exported({ url: `${origin.address}/` }, settings);
  expect(lab.turnsOf(job)).toEqual(['files-loaded']);
  expect(paths).toContain('late.css');
  expect(report.check).toMatchObject({ verdict: 'passed', faults: [] });
});

test('pages that no sample showed to break offline are seen by verification: all of their layout are rendered', async () => {
  const urls = Array.from({ length: 8 }, (_, number) => `/page-${number}`);
  const last = byHash(urls).at(-1) ?? ''; // no sample of its layout
  const origin = await startOrigin((url) => {
    if (url === '/')
      return page('Start', urls.map((target) => `<a href="${target}">${target}</a>`).join(' '));
    if (url === '/app.js') {
      return script(
        `if (location.pathname !== document.title && document.title === '${last}') document.body.textContent = 'No such page';`,
      );
    }
    return urls.includes(url)
      ? page(url, `<p>All that ${url} has to say.</p><script src="/app.js"></script>`)
      : undefined;
  });
  const lab = await openLiveLab();
  const settings = { sampleMin: 9, sampleMax: 9 };
  const { job, report } = await lab.exported({ url: `${origin.address}/` }, settings);
  expect(lab.turnsOf(job)).toEqual(['broken-offline']);
  expect(report.check).toMatchObject({ verdict: 'passed', faults: [] });
  const frontier = frontierOf(lab.host.store(), job.id);
  expect(urls.map((url) => frontier.find(url)?.renderMode)).toEqual(urls.map(() => 'rendered'));
  const { pages } = await readBundle(lab.bundleOf(job).archive);
  for (const { text } of pages) expect(text).not.toContain('No such page');
});
