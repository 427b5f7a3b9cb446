import { expect, test } from 'vitest';
import { frontierOf } from '../../server/store/resources.ts';
import { page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Place, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

const KINDS = ['kept', 'router', 'loader', 'module'] as const;

/** Scripts of each kind of page, as served from the roots of their hosts. */
const SCRIPTS: Readonly<Record<string, string>> = {
  kept: `document.body.dataset.kind = 'kept';`,
  // Like client-side routers: it knows its pages by path, and has one page for all other paths.
  router: `if (!/^\\/router\\/1$/.test(location.pathname)) document.body.innerHTML = '<h1>No such page</h1>';`,
  // Like bundlers: it loads parts from the root of the host.
  loader: `const part = document.createElement('script'); part.src = '/parts/one.js'; document.head.append(part);`,
  module: `import { mark } from '/parts/two.js'; mark();`,
};

function site(url: string): Place | undefined {
  const links = KINDS.map((kind) => `<a href="/${kind}/1">${kind}</a>`);
  if (url === '/') return page('Start', links.join(' '));
  const script = (body: string): Place => ({ headers: { 'content-type': 'text/javascript' }, body });
  if (url === '/parts/one.js') return script('document.body.dataset.part = 1;');
  if (url === '/parts/two.js') return script('export function mark() { document.body.dataset.part = 2; }');
  const [, name = ''] = /^\/(\w+)\.js$/.exec(url) ?? [];
  if (SCRIPTS[name] !== undefined) return script(SCRIPTS[name]);
  const [, kind = ''] = /^\/(\w+)\/1$/.exec(url) ?? [];
  if (SCRIPTS[kind] === undefined) return undefined;
  const type = kind === 'module' ? 'type="module"' : 'defer';
  return page(
    `${kind} 1`,
    `<p class="${kind}">All that ${kind} has to say.</p><script ${type} src="/${kind}.js"></script>`,
  );
}

test.runIf(isFullRun)(
  'pages that their own scripts spoil in a bundle are taken as a browser makes them',
  {
    timeout: 300_000,
  },
  async () => {
    const lab = await openLiveLab();
    const origin = await startOrigin(site);
    const samples = isFullRun ? 5 : 0; // the content of the bundle is read below
    const settings = { sampleMin: samples, sampleMax: samples };
    const { job, report } = await lab.exported({ url: `${origin.address}/` }, settings);
    if (isFullRun) expect(report.check).toMatchObject({ faults: [], findings: [] });
    const ways = new Map(
      [...frontierOf(lab.host.store(), job.id).all({ kind: 'page' })].map((one) => [one.url, one.renderMode]),
    );
    for (const kind of KINDS) {
      expect([kind, ways.get(`/${kind}/1`)]).toEqual([kind, kind === 'kept' ? 'fetched' : 'rendered']);
    }
    const reasonOf = (kind: string): string =>
      report.layouts.find(({ example }) => example === `/${kind}/1`)?.reason ?? '';
    expect(reasonOf('router')).toContain('show different text when the page is opened from a file');
    expect(reasonOf('loader')).toContain('load /parts/one.js from outside the bundle');
    expect(reasonOf('module')).toMatch(/^The page's scripts are modules\./);
    const { pages, failed } = await readBundle(lab.bundleOf(job).archive);
    expect(failed).toEqual([]);
    for (const { file, text, scripts } of pages.filter(({ file }) => file !== 'index.html')) {
      const [kind = ''] = file.split('/');
      expect(text).toContain(`All that ${kind} has to say.`);
      expect(scripts).toBe(kind === 'kept' ? 1 : 0);
    }
    expect(pages).toHaveLength(5);
  },
);
