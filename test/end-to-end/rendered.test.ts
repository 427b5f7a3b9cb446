import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { descendantsOf } from '../../server/exports/chromium/process-tree.ts';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import type { Progress } from '../../server/exports/job/progress.ts';
import { hashOfPlace } from '../../server/exports/render/learned-effects.ts';
import { processMemory } from '../../server/exports/render/process-memory.ts';
import { type ExportSettingsInput, exportSettings } from '../../server/exports/settings/settings.ts';
import { listEvents } from '../../server/store/events.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { frontierOf, pageOfResources } from '../../server/store/resources.ts';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { dataFolder, makeSite, page, pathsOf, reportOf, until } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Place, startOrigin } from '../stand-ins/live-origin.ts';
import { docsifyFiles, docsifyPages, startDocsifySite } from './docsify-site.ts';
import { type LiveLab, openLiveLab } from './live-job.ts';
import { type ReadPage, readBundle } from './reader.ts';

/** File of a route. */
function fileOf(route: string): string {
  return route === '' || route.endsWith('/') ? `${route}index.html` : `${route}.html`;
}

const files = docsifyPages.map(({ route }) => fileOf(route)).sort();

/**
 * Expects every page to be readable.
 * @param unanswered the route of a page that has no text
 * @returns the start page
 */
async function expectReadable(archive: string, unanswered?: string): Promise<ReadPage | undefined> {
  const { pages, failed } = await readBundle(archive);
  expect(failed).toEqual([]);
  expect(pages.map(({ file }) => file).sort()).toEqual(files);
  for (const { route, title, sentence } of docsifyPages) {
    if (route === unanswered) continue;
    const page = pages.find(({ file }) => file === fileOf(route));
    expect(page?.text).toContain(title);
    expect(page?.text).toContain(sentence);
    expect(page).toMatchObject({ scripts: 0, brokenPictures: 0, deadFragments: [] });
  }
  return pages.find(({ file }) => file === 'index.html');
}

describe('a site that stops answering while its pages are made', () => {
  /**
   * The router renders a page for every response, even a failed one: it then shows something else than what was
   * requested.
   */
  const drop: Place = (request) => request.socket.destroy();

  test.runIf(isFullRun)('is not exported as if that were all of it', async () => {
    let texts = 0;
    const site = await startDocsifySite('hash', (url) => {
      if (/part-\d\.md$/.test(url)) texts++;
      return texts > 3 ? drop : undefined;
    });
    const lab = await openLiveLab();
    const quick = { timeoutMs: 1000, resourceMaxMs: 2000, retryMaxMs: 500 } as const;
    const job = await lab.run(await lab.newJob({ url: `${site.address}/` }, quick));
    expect(job.status).not.toBe('completed');
    expect(job.errorCode).toMatch(/^(origin-unreachable|pages-missing|missing)/);
  });

  test.runIf(isFullRun)(
    'is waited for while it says that it is busy; one thing that never answers is left out, and that is said; a long start page, which is shown first to find the router, is all there',
    async () => {
      const busy = new Set<string>();
      const lines = Array.from({ length: 2_000 }, (_, number) => `Water number ${number} is high.`);
      const long = `${docsifyFiles('hash')['README.md']}\n${lines.join('\n\n')}\n`;
      const site = await startDocsifySite('hash', (url) => {
        if (/guide\/part-2\.md$/.test(url)) return drop;
        if (url === '/README.md') return long;
        if (!/part-[01]\.md$/.test(url) || busy.has(url)) return undefined;
        busy.add(url);
        return { status: 503, headers: { 'retry-after': '0' } };
      });
      const lab = await openLiveLab();
      const job = await lab.run(await lab.newJob({ url: `${site.address}/` }, { retryMaxMs: 500 }));
      expect(job.status).toBe('completed');
      expect(busy.size).toBe(4);
      const [remark, ...others] = reportOf(lab.data).remarks;
      expect(remark).toMatchObject({ url: '/#/guide/part-2' });
      expect(JSON.stringify(remark)).toContain('unanswered: /guide/part-2.md');
      expect(others).toEqual([]);
      const start = await expectReadable(lab.bundleOf(job).archive, 'guide/part-2');
      expect(start?.text).toContain('Water number 1999 is high.');
    },
  );
});

describe('docsify, pages of our own', () => {
  test.runIf(isFullRun)('live, with history routing: every route is a readable page', async () => {
    const lab = await openLiveLab();
    const site = await startDocsifySite('history');
    const { job, paths } = await lab.exported({ url: `${site.address}/` });
    expect(job.pageCount).toBe(docsifyPages.length);
    expect(paths).toEqual(expect.arrayContaining(files));
    // None of the site's own scripts.
    expect(paths.filter((file) => file.endsWith('.js'))).toEqual(['offprint-runtime.js']);
    const pages = [...frontierOf(lab.host.store(), job.id).all({ kind: 'page' })];
    expect(new Set(pages.map(({ renderMode }) => renderMode))).toEqual(new Set(['rendered']));
    await expectReadable(lab.bundleOf(job).archive);
  });

  const jobOfFolder = async (lab: LiveLab, settings: ExportSettingsInput): Promise<ExportJob> => {
    const folder = makeSite(docsifyFiles('hash'));
    const domain = lab.freeDomain();
    const project = await lab.host.command('createProject', {
      name: 'folder',
      origin: { kind: 'directory', folder },
      domains: [domain],
      deploymentType: 'air-gapped',
      features: {},
      settings: {},
    });
    const job = await lab.host.command('createJob', {
      projectId: project.id,
      domain,
      version: null,
      fresh: false,
      settings: exportSettings.parse(settings),
      policy: featurePolicy('air-gapped', {}),
    });
    return lab.run(job);
  };

  test.runIf(isFullRun)('a folder, with hash routing', async () => {
    const lab = await openLiveLab();
    const job = await jobOfFolder(lab, { sampleMax: 1 });
    expect(job.error).toBe(null);
    expect(reportOf(lab.data).check).toMatchObject({ faults: [] });
    const { archive } = lab.bundleOf(job);
    expect(await pathsOf(archive)).toEqual(expect.arrayContaining(files));
    await expectReadable(archive);
  });

  test.runIf(isFullRun)('a folder, of which routes are pages that count', async () => {
    const lab = await openLiveLab();
    const job = await jobOfFolder(lab, { maxPages: 3, sampleMax: 0, allowMissing: true });
    expect(job).toMatchObject({ status: 'completed', pageCount: 3 });
    expect(reportOf(lab.data).missing).toHaveLength(docsifyPages.length - 3);
    const names = docsifyPages.map(({ route }) => `/#/${encodeURI(route)}`).filter((name) => name !== '/#/');
    const kept = [
      'index.html',
      ...names
        .sort()
        .slice(0, 2)
        .map((name) => fileOf(decodeURI(name.slice(3)))),
    ];
    const paths = await pathsOf(lab.bundleOf(job).archive);
    expect(paths.filter((file) => file.endsWith('.html')).sort()).toEqual(kept.sort());
  });

  test('a folder, ends at the cap on time', async () => {
    const lab = await openLiveLab();
    const job = await jobOfFolder(lab, { acquireMaxMs: 1 });
    expect(job).toMatchObject({ status: 'failed', errorCode: 'time-cap-reached' });
    expect(job.error).toContain('acquireMaxMs: 1');
  });
});

test.runIf(isFullRun)(
  'what the last comparison casts doubt on is rendered again before anything is packed',
  async () => {
    const isCompared = (name: string): boolean => hashOfPlace(`http://localhost/#/${name}`) % 64 === 0;
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    const names = numbers.map((number) => `page-${number}`).filter((name) => !isCompared(name));
    const last = numbers.map((number) => `way-${number}`).find(isCompared) ?? '';
    const pages = [...names.slice(0, 8), last];
    // The last page differs between navigating to it and loading it.
    const shell = page(
      'Shell',
      `<nav>${pages.map((name) => `<a href="#/${name}">${name}</a>`).join(' ')}</nav><main></main><script type="module">
      let shown = 0;
      const show = () => setTimeout(() => {
        const text = '<p>The text of ' + location.hash + '.</p>';
        const word = shown++ > 0 && location.hash === '#/${last}' ? 'tired' : 'fresh';
        document.querySelector('main').innerHTML = text.repeat(9) + word;
      }, 20);
      show();
      addEventListener('hashchange', show);
    </script>`,
    );
    const site = await startOrigin({
      '/': (_request, response) => {
        setTimeout(() => response.setHeader('content-type', 'text/html').end(shell), 300);
      },
    });
    const lab = await openLiveLab();
    const { job } = await lab.exported({ url: `${site.address}/` });
    expect(job.pageCount).toBe(10);
    expect(lab.turnsOf(job)).toEqual(['browser-needed', 'router-found', 'pages-stale']);
    const phases = listEvents(lab.host.store(), job.id).filter(({ kind }) => kind === 'phase');
    expect(phases.map(({ detail }) => (detail as { phase: string }).phase)).toEqual(['pack', 'verify']);
    const read = await readBundle(lab.bundleOf(job).archive);
    expect(read.pages).toHaveLength(10);
    for (const { text } of read.pages) expect(text).toMatch(/fresh$/);
  },
);

/** A site of which only some pages need a browser; the name of a page gives its kind, with `count` pages of each. */
function mixedSite(url: string, count = 4): Place | undefined {
  const [, kind = '', number = ''] = /^\/(\w+)\/(\d)(?:\.html|\.json)?$/.exec(url) ?? [];
  const links = ['plain', 'shell', 'own'].flatMap((name) =>
    [1, 2, 3, 4]
      .slice(0, count)
      .map((index) => `<a href="/${name}/${index}${name === 'own' ? '.html' : ''}">${name} ${index}</a>`),
  );
  const scripted = (title: string, body: string, script: string): string =>
    page(title, `${body}<script src="/${title.split(' ')[0]}.js"></script><script>${script}</script>`);
  switch (kind) {
    case 'plain':
      return scripted(
        `plain ${number}`,
        `<p>All of plain ${number} is there.</p>`,
        'document.body.dataset.seen = 1',
      );
    case 'own': {
      const words = `A script of its own brings what own ${number} has to say, with no help from anybody.`;
      return scripted(`own ${number}`, '', `document.body.append(${JSON.stringify(words)})`);
    }
    case 'shell':
      return scripted(
        `shell ${number}`,
        '<main></main>',
        `fetch('/data/${number}.json').then((answer) => answer.json()).then((words) => { document.querySelector('main').innerHTML = words; })`,
      );
    case 'data':
      return {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(`<p>Shell ${number} was filled from elsewhere.</p><a href="/hidden">hidden</a>`),
      };
  }
  if (url === '/') return page('Start', links.join(' '));
  if (url === '/hidden') return page('Hidden', '<p>Only scripts lead here.</p>');
  return url.endsWith('.js') ? '/* nothing */' : undefined;
}

describe('a site of which only some pages need a browser', () => {
  const waysOf = (lab: LiveLab, job: ExportJob): Record<string, string | null> =>
    Object.fromEntries(
      [...frontierOf(lab.host.store(), job.id).all({ kind: 'page' })].map(({ url, renderMode }) => [
        url,
        renderMode,
      ]),
    );

  test('has those rendered, and the others as they were sent, each for a reason, and says meanwhile that pages are tried', async () => {
    const lab = await openLiveLab();
    const site = await startOrigin(mixedSite);
    const seen: Progress[] = [];
    const job = await lab.host.run((await lab.newJob({ url: `${site.address}/` })).id, (one) =>
      seen.push(one),
    );
    expect(job).toMatchObject({ status: 'completed', error: null });
    const report = reportOf(lab.data);
    const expected = Object.fromEntries(
      [1, 2, 3, 4].flatMap((index) => [
        [`/plain/${index}`, 'fetched'],
        [`/own/${index}.html`, 'fetched'],
        [`/shell/${index}`, 'rendered'],
      ]),
    );
    expect(waysOf(lab, job)).toEqual({ '/': 'fetched', '/hidden': 'fetched', ...expected });
    const reasons = Object.fromEntries(
      report.layouts.map(({ example, reason }) => [example.replace(/\d.*/, ''), reason]),
    );
    expect(reasons['/plain/']).toBe('Scripts do not add any content. 3 of 4 pages compared.');
    expect(reasons['/own/']).toMatch(/They only need the page's own files\. 3 of 4/);
    expect(reasons['/shell/']).toMatch(/^Only scripts link to \/hidden\./);
    expect(reasons['/']).toBe('The page has no scripts.');
    const listed = pageOfResources(lab.host.store(), job.id, { after: '/shell/1', limit: 1 });
    expect(listed[0]).toMatchObject({
      url: '/shell/2',
      renderMode: 'rendered',
      renderModeReason: reasons['/shell/'],
    });
    const { pages, failed } = await readBundle(lab.bundleOf(job).archive);
    expect(failed).toEqual([]);
    const textOf = (file: string): string | undefined => pages.find((found) => found.file === file)?.text;
    expect(textOf('shell/3.html')).toContain('Shell 3 was filled from elsewhere.');
    expect(textOf('own/3.html')).toContain('what own 3 has to say');
    expect(pages).toHaveLength(14);

    const first = seen.findIndex(({ trying }) => trying);
    expect(seen[first]?.phase).toBe('acquire');
    // Pages that need a browser are acquired afterwards.
    expect(seen.slice(first).some(({ phase, trying }) => phase === 'acquire' && !trying)).toBe(true);
    expect(seen.at(-1)?.trying).toBe(undefined);
  });

  test('is left as it was sent where the setting is never', async () => {
    const lab = await openLiveLab();
    const site = await startOrigin((url) => mixedSite(url, 1));
    const { job } = await lab.exported({ url: `${site.address}/` }, { render: 'never' });
    expect(new Set(Object.values(waysOf(lab, job)))).toEqual(new Set(['fetched']));
    expect(site.requests.filter((request) => request.includes('/data/'))).toEqual([]);
  });

  test.runIf(isFullRun)('gives the same bytes again, and when its export was killed on the way', async () => {
    const lab = await openLiveLab();
    const site = await startOrigin((url) => mixedSite(url, 1));
    const first = await lab.exported({ url: `${site.address}/` });
    const again = await lab.exported({ url: `${site.address}/` });
    expect(again.sha256).toBe(first.sha256);

    const data = dataFolder();
    const other = await openLiveLab(data);
    const job = await other.newJob({ url: `${site.address}/` });
    await other.close();
    // Once while pages are rendered, once while samples are compared.
    for (const sign of firstOf(1, ['/hidden', '/data/'])) {
      let worker: ChildProcess | undefined;
      const host = await openHost(data, {
        spawnWorker: (file, args) => {
          worker = builtPorts.spawnWorker(file, args);
          return worker;
        },
      });
      const before = site.requests.length;
      const running = host.run(job.id, () => {}).catch(() => {});
      await until(sign, () => site.requests.slice(before).some((request) => request.includes(sign)));
      const closed = host.close();
      worker?.kill('SIGKILL');
      await closed;
      await running;
    }
    const host = await openHost(data, builtPorts);
    const ended = await host.run(job.id, () => {});
    await host.close();
    expect(ended.error).toBe(null);
    expect(sha256Of(path.join(data, 'exports', job.id, 'bundle.zip'))).toBe(first.sha256);
  });

  test.runIf(isFullRun)('is asked with what it takes to get in, by the browser too', async () => {
    const lab = await openLiveLab();
    const site = await startOrigin((url) => (request, response) => {
      if (request.headers['x-pass'] !== 'open') {
        response.writeHead(403).end();
        return;
      }
      const place = mixedSite(url, 1);
      const { headers, body } =
        typeof place === 'string'
          ? { headers: {}, body: place }
          : ((place as { headers: object; body: string } | undefined) ?? { headers: {}, body: undefined });
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, ...headers }).end(body);
    });
    const { job } = await lab.exported({
      url: `${site.address}/`,
      headers: [{ name: 'x-pass', value: 'open' }],
    });
    expect(waysOf(lab, job)['/shell/1']).toBe('rendered');
    const { pages } = await readBundle(lab.bundleOf(job).archive);
    expect(pages.find(({ file }) => file === 'shell/1.html')?.text).toContain('Shell 1 was filled');
  });
});

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/**
 * Pages that attack a browser; each first requests `here`. There is one for each outcome; the browser's own tests cover
 * the rest (server/exports/render/hostile.test.ts).
 */
const TRAPS: Readonly<Record<string, string>> = {
  windows: `window.open('/good'); window.open('https://example.com/')`,
  downloads: `location.href = '/file.bin'; const a = document.createElement('a'); a.href = '/file.bin'; a.download = ''; a.click()`,
  restless: `setInterval(() => { document.querySelector('i').textContent = Math.random() }, 20)`,
  elsewhere: `setTimeout(() => { location.href = 'https://example.com/' }, 50)`,
  memory: `const all = []; for (;;) all.push(new Uint8Array(64 << 20).fill(1))`,
  endless: `for (;;);`,
};

test.runIf(isFullRun)(
  'a site whose API says something else in the end has changed, and says so',
  async () => {
    let edition = 1;
    const site = await startOrigin({
      '/': page('Shell', '<main></main><script src="/app.js"></script>'),
      '/app.js': `fetch('/api/news').then((answer) => answer.text()).then((text) => { document.querySelector('main').innerHTML = text })`,
      '/api/news': (_request, response) => {
        const text = `<h1>News</h1>${`<p>Edition ${edition} says it.</p>`.repeat(edition * 20)}`;
        response.setHeader('content-type', 'text/html').end(text);
      },
    });
    const lab = await openLiveLab();
    const job = await lab.newJob({ url: `${site.address}/` }, { sampleMin: 1, sampleMax: 1 });
    const ended = await lab.host.run(job.id, ({ phase }) => {
      if (phase === 'verify') edition = 2;
    });
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'origin-changed' });
    expect(ended.error).toContain('The site changed while it was being exported (/)');
  },
);

/** Measures the peak memory of all processes started from here together, in bytes. */
function watchMemory(): () => number {
  let peakBytes = 0;
  const timer = setInterval(() => {
    const held = descendantsOf(process.pid).map((id) => processMemory(id)?.privateBytes ?? 0);
    peakBytes = Math.max(
      peakBytes,
      held.reduce((sum, bytes) => sum + bytes, 0),
    );
  }, 100);
  return () => {
    clearInterval(timer);
    return peakBytes;
  };
}

test('a page that a browser makes larger than pages may be is a cap that was reached', async () => {
  const lab = await openLiveLab();
  const site = await startOrigin((url) => {
    if (url === '/grow.js')
      return {
        headers: { 'content-type': 'text/javascript' },
        body: `document.body.append(location.pathname === '/large' ? 'It grows and grows. '.repeat(5_000) : 'It is made here.')`,
      };
    const script = '<script type="module" src="/grow.js"></script>';
    return page(url, `<a href="/small">small</a> <a href="/large">large</a> ${script}`);
  });
  const cap = { pageMaxBytes: 50_000, render: 'always' } as const;
  const job = await lab.run(await lab.newJob({ url: `${site.address}/` }, cap));
  expect(job).toMatchObject({ status: 'failed', errorCode: 'size-cap-reached' });
  expect(job.error).toContain('/large (size limit reached)');
  expect(job.error).toContain('pageMaxBytes: 50000');
  expect(reportOf(lab.data).missing).toMatchObject([{ url: '/large', reason: 'size limit reached' }]);
});

test.runIf(isFullRun)(
  'a site that holds every trap is exported in bounded time and memory, with every page accounted for',
  async () => {
    const lab = await openLiveLab();
    const names = firstOf(5, Object.keys(TRAPS)); // `endless` costs most, and fails like `memory`
    const givenUp = names.filter((name) => ['endless', 'memory'].includes(name));
    const other = await startOrigin({});
    const site = await startOrigin((url) => {
      const name = url.slice(1).replace(/\?.*$/s, '');
      const script = TRAPS[name]?.replaceAll('https://example.com', other.address);
      if (name === '')
        return page('Start', [...names, 'good'].map((to) => `<a href="/${to}">${to}</a>`).join(' '));
      if (name === 'good') return page('Good', '<p>here</p><script>document.body.append("!")</script>');
      if (name === 'file.bin')
        return { headers: { 'content-disposition': 'attachment' }, body: Buffer.from('x') };
      return script && page(name, `<p>here</p><i></i><script>${script}</script>`);
    });
    const started = performance.now();
    const peakBytes = watchMemory();
    const { job, report } = await lab.exported(
      { url: `${site.address}/` },
      { render: 'always', renderMaxMs: 4000, allowMissing: true },
    );
    expect(performance.now() - started).toBeLessThan(100_000);
    // A gigabyte for the page that allocates all it can, plus what it allocates before that is noticed.
    expect(peakBytes()).toBeLessThan(4e9);
    const pages = [...frontierOf(lab.host.store(), job.id).all()].filter(({ url }) => url !== '/file.bin');
    const fates = Object.fromEntries(
      pages.map(({ url, status, reason }) => [url.slice(1), reason?.split(':')[0] ?? status]),
    );
    // A slow machine runs out of time before it runs out of memory.
    const fateOf = (name: string) =>
      name === 'memory' ? expect.stringMatching(/^(memory|hung)$/) : name === 'endless' ? 'hung' : 'done';
    expect(fates).toEqual(Object.fromEntries(['', 'good', ...names].map((name) => [name, fateOf(name)])));
    expect(report.missing.map(({ url }) => url).sort()).toEqual(givenUp.map((name) => `/${name}`).sort());
    expect(report.remarks.map(({ url }) => url)).toEqual(expect.arrayContaining(['/elsewhere', '/restless']));
    expect(other.requests).toEqual([]);
    const { pages: read } = await readBundle(lab.bundleOf(job).archive);
    expect(read.map(({ file }) => file).sort()).toEqual(
      ['index', 'good', ...names.filter((name) => !givenUp.includes(name))]
        .map((name) => `${name}.html`)
        .sort(),
    );
    for (const { text, scripts } of read) {
      expect(text).toMatch(/here|Start/);
      expect(scripts).toBe(0);
    }
  },
  200_000,
);
