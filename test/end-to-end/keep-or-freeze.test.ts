import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { unpackArchive } from '../../server/bundles/read.ts';
import { type Files, makeSite, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { exportFolder, type FolderExport } from '../stand-ins/folder-job.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Pages whose text is complete without scripts; what differs is what the scripts do. */
const TABS = `<div><div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab" aria-selected="false">Two</button></div>
<div role="tabpanel"><p>The first of two panels.</p></div><div role="tabpanel" hidden><p>The second of two panels.</p></div></div>`;
const OPERATE = `const tabs = [...document.querySelectorAll('[role=tab]')], panels = [...document.querySelectorAll('[role=tabpanel]')];
tabs.forEach((tab, index) => tab.addEventListener('click', () => {
  tabs.forEach((other, at) => other.setAttribute('aria-selected', at === index));
  panels.forEach((panel, at) => { panel.hidden = at !== index });
}));`;

type Layout = Readonly<{
  body: string;
  head?: string;
  files: Files;
  way: 'fetched' | 'rendered';
  reason: RegExp;
}>;

/** Each run has a module without controls; in clicks.test.ts, a page that asks for a file and one whose script fails. */
const FURTHER: Readonly<Record<string, Layout>> = {
  'module with controls': {
    body: `${TABS}<script type="module" src="/module.js"></script>`,
    files: { 'module.js': OPERATE },
    way: 'rendered',
    reason: /The page's scripts are modules/,
  },
  'JSON for its tabs': {
    body: `${TABS}<script src="/asks.js"></script>`,
    files: {
      'asks.js': `fetch('/tabs.json').then((answer) => answer.json()).then(() => { ${OPERATE} })`,
      'tabs.json': '{}',
    },
    way: 'rendered',
    reason: /fail when the page is opened from a file: "TypeError: Failed to fetch"/,
  },
};

const LAYOUTS: Readonly<Record<string, Layout>> = {
  ...(isFullRun && FURTHER),
  'script with a service worker': {
    body: `${TABS}<script src="/classic.js"></script>`,
    files: {
      'classic.js': `${OPERATE} navigator.serviceWorker?.register('/sw.js').catch(() => {})`,
      'sw.js': '',
    },
    way: 'fetched',
    reason: /^Scripts do not add any content/,
  },
  'module without controls': {
    body: '<p>Nobody would miss it.</p><script type="module" src="/count.js"></script>',
    files: { 'count.js': 'document.body.dataset.counted = 1' },
    way: 'rendered',
    reason: /The page's scripts are modules/,
  },
  'import map': {
    body: `${TABS}<script type="importmap">{"imports":{"tabs":"/mapped.js"}}</script><script type="module">import 'tabs'</script>`,
    files: { 'mapped.js': OPERATE },
    way: 'rendered',
    reason: /are blocked by the browser when the page is opened from a file \(mapped\.js\)/,
  },
  'router that redirects': {
    body: `<main><p>What the server sent is right.</p></main><script src="/router.js"></script>`,
    files: {
      'router.js': `if (!/^\\/router-that-redirects/.test(location.pathname)) document.querySelector('main').innerHTML = '<h1>404</h1>'`,
    },
    way: 'rendered',
    reason: /different text when the page is opened from a file/,
  },
  'hydration that restores links': {
    body: `<main><p><a href="/script-with-a-service-worker/">a page</a> and enough words around it.</p></main><script src="/hydrates.js"></script>`,
    files: {
      'hydrates.js': `document.querySelector('main a').setAttribute('href', '/script-with-a-service-worker/')`,
    },
    way: 'rendered',
    reason: /add links that do not work when the page is opened from a file/,
  },
  'router in the fragment': {
    body: `<nav><a href="#/start">Start</a> <a href="#/guide?step=2">Step two</a></nav><main></main><script src="/routes.js"></script>`,
    files: {
      'routes.js': `const show = () => {
        const [path, query] = (location.hash.slice(1) || '/start').split('?');
        document.querySelector('main').textContent = path === '/start' ? 'Where everybody begins who is new to it.' : 'What is done when the ' + query + ' has come.';
      };
      addEventListener('hashchange', show);
      show();`,
    },
    way: 'rendered',
    reason: /They show different text for #\/(start|guide\?step=2)/,
  },
  'document that is written': {
    body: `<p>Some words stand here.</p><script src="/writes.js"></script>`,
    files: {
      'writes.js': `document.write('<p>Others are written by a script of its own, and say more than these do.</p>')`,
    },
    way: 'fetched',
    reason: /only need the page's own files/,
  },
  'text that is late in a file': {
    body: `<p>Some words stand here.</p><script src="/late.js"></script>`,
    files: {
      'late.js': `setTimeout(() => document.body.append('Others are put in by a script of its own, and say more than these do.'), location.protocol === 'file:' ? 500 : 0)`,
    },
    way: 'fetched',
    reason: /only need the page's own files/,
  },
  'link that is late and leads to a page that forwards': {
    body: `<p><a href="/forwards/">where it leads</a> and enough words around it.</p><script src="/waits.js"></script>`,
    files: {
      'waits.js': `document.querySelector('a').addEventListener('click', (event) => {
        event.preventDefault();
        setTimeout((to) => { location.href = to }, 700, event.target.href);
      });`,
      'forwards/index.html':
        '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=/arrival/"><p>This page has moved.</p>',
      'arrival/index.html': '<!doctype html><title>Arrival</title><h1>Arrival</h1><p>Here it is.</p>',
    },
    way: 'fetched',
    reason: /^Scripts do not add any content/,
  },
};

const placeOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}/`;

function site(names = Object.keys(LAYOUTS)): string {
  const files: Record<string, string | Uint8Array> = {};
  const page = (title: string, body: string): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
  for (const name of names) {
    const { body = '', files: own = {} } = LAYOUTS[name] ?? {};
    Object.assign(files, own);
    files[`${placeOf(name)}index.html`] = page(name, body);
  }
  files['index.html'] = page(
    'Start',
    Object.keys(LAYOUTS)
      .map((name) => `<a href="${placeOf(name)}">${name}</a>`)
      .join(' '),
  );
  return makeSite(files);
}

test.runIf(isFullRun)(
  'scripts that do something else at the second visit are kept: pages are judged by the first',
  async () => {
    const files: Record<string, string> = {
      'once.js': `if (localStorage.getItem('seen')) document.querySelector('main').remove(); localStorage.setItem('seen', 'yes')`,
      'index.html': [1, 2, 3].map((page) => `<a href="${page}/">Page ${page}</a>`).join(' '),
    };
    for (const page of [1, 2, 3]) {
      files[`${page}/index.html`] =
        `<!doctype html><title>Page ${page}</title><h1>Page ${page}</h1><main><p>A greeting for whoever is here for the first time.</p></main><script src="/once.js"></script>`;
    }
    const { report } = await exportFolder(makeSite(files), { sampleMax: 0 });
    expect(report.layouts.filter(({ pages }) => pages === 3)).toMatchObject([
      { way: 'fetched', reason: expect.stringMatching(/^Scripts do not add any content/) },
    ]);
  },
);

describe('scripts of the site', () => {
  const folder = site();
  let exported: FolderExport;
  let bundle: string;

  beforeAll(async () => {
    exported = await exportFolder(folder, { sampleMax: isFullRun ? 6 : 3 });
    bundle = await unpacked(exported);
  });

  test.each(Object.entries(LAYOUTS))('are kept where they work from a file: %s', (name, { way, reason }) => {
    const layout = exported.report.layouts.find(({ example }) => example === `/${placeOf(name)}`);
    expect(layout).toMatchObject({ way, reason: expect.stringMatching(reason) });
  });

  test('leave pages of which every one works', () => {
    const { faults, controls } = exported.report.check ?? {};
    expect(faults).toEqual([]);
    expect(controls?.failures).toEqual([]);
  });

  test('never stand beside the runtime, on any page', () => {
    expectLegalPairs(bundle);
  });

  test.runIf(isFullRun)('all go where the setting is freeze, all stay where it is keep', async () => {
    const two = site(['script with a service worker', 'JSON for its tabs']);
    const ways = ({ report }: FolderExport) =>
      report.layouts.map(({ way, example }) => `${way} ${example}`).sort();
    const frozen = await exportFolder(two, { interactivity: 'freeze', sampleMax: 0 });
    expect(ways(frozen)).toEqual([
      'fetched /',
      'rendered /script-with-a-service-worker/',
      'rendered /json-for-its-tabs/',
    ]);
    const kept = await exportFolder(two, { interactivity: 'keep', sampleMax: 0 });
    expect(ways(kept)).toEqual([
      'fetched /',
      'fetched /script-with-a-service-worker/',
      'fetched /json-for-its-tabs/',
    ]);
  });
});

async function unpacked({ archive }: FolderExport): Promise<string> {
  const folder = path.join(temporaryFolder('unpacked'), 'bundle');
  await unpackArchive(archive, folder, new AbortController().signal);
  return folder;
}

/**
 * Expects each page to have either the server's HTML with the site's scripts or a browser's with ours, never a mixture.
 */
function expectLegalPairs(folder: string): void {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'));
  expect(files.length).toBeGreaterThan(Object.keys(LAYOUTS).length);
  for (const file of files) {
    const html = fs.readFileSync(path.join(folder, file), 'utf8');
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    const ofSite = scripts.filter((tag) => !tag.includes('data-offprint'));
    const runtime = scripts.filter((tag) => tag.includes('offprint-runtime.js'));
    expect([file, ofSite.length > 0 && runtime.length > 0]).toEqual([file, false]);
    expect([file, /\son\w+=/.test(html) && runtime.length > 0]).toEqual([file, false]);
  }
}
