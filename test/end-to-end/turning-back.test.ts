import { expect, test } from 'vitest';
import { byHash } from '../../server/exports/classify/layouts.ts';
import { frontierOf } from '../../server/store/resources.ts';
import { page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Place, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

const script = (body: string): Place => ({ headers: { 'content-type': 'text/javascript' }, body });

test('files that only scripts load are seen by verification: they are fetched with what they load, and the bundle packed again', async () => {
  const origin = await startOrigin({
    '/': page('Start', '<p>All is here.</p><script src="/late.js"></script>'),
    '/late.js': script(
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'late.css' }));
       document.head.append(Object.assign(document.createElement('script'), { src: 'later.js' }));`,
    ),
    '/late.css': { headers: { 'content-type': 'text/css' }, body: 'body { color: green }' },
    // In a full run the bundle is packed a third time.
    '/later.js': script(
      isFullRun
        ? `document.head.append(Object.assign(document.createElement('script'), { src: 'latest.js' }));`
        : 'document.body.dataset.later = 1',
    ),
    '/latest.js': script('document.body.dataset.latest = 1'),
  });
  const lab = await openLiveLab();
  const settings = { interactivity: 'keep', sampleMin: 1, sampleMax: 1 } as const;
  const { job, paths, report } = await lab.exported({ url: `${origin.address}/` }, settings);
  expect(lab.turnsOf(job)).toEqual(isFullRun ? ['files-loaded', 'files-loaded'] : ['files-loaded']);
  const late = ['late.css', 'later.js', ...(isFullRun ? ['latest.js'] : [])];
  expect(paths).toEqual(expect.arrayContaining(late));
  expect(report.check).toMatchObject({ verdict: 'passed', faults: [] });
});

test.runIf(isFullRun)(
  'pages that no sample showed to break offline are seen by verification: all of their layout are rendered',
  async () => {
    // The start page, which verification always opens, is not one of the three samples of its layout.
    const names = Array.from({ length: 40 }, (_, number) => `/page-${number}`);
    const others = names.filter((name) => byHash([name, '/']).at(-1) === '/').slice(0, 3);
    const urls = ['/', ...others];
    const links = urls.map((target) => `<a href="${target}">${target}</a>`).join(' ');
    const origin = await startOrigin((url) => {
      if (url === '/app.js') {
        return script(
          `if (location.pathname !== document.title && document.title === '/') document.body.textContent = 'No such page';`,
        );
      }
      return urls.includes(url)
        ? page(url, `<p>All that ${url} has to say.</p>${links}<script src="/app.js"></script>`)
        : undefined;
    });
    const lab = await openLiveLab();
    const { job, report } = await lab.exported({ url: `${origin.address}/` }, { sampleMin: 1, sampleMax: 1 });
    expect(lab.turnsOf(job)).toEqual(['broken-offline']);
    expect(report.check).toMatchObject({ verdict: 'passed', faults: [] });
    const frontier = frontierOf(lab.host.store(), job.id);
    expect(urls.map((url) => frontier.find(url)?.renderMode)).toEqual(urls.map(() => 'rendered'));
    const { pages } = await readBundle(lab.bundleOf(job).archive);
    expect(pages).toHaveLength(4);
    for (const { text } of pages) expect(text).not.toContain('No such page');
  },
);
