import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import type { RenderPool } from './pool.ts';
import {
  failed,
  noteKinds,
  openTestPool,
  rendered,
  startSite,
  type TestSite,
} from './render.test-support.ts';

/** Short enough that a page that uses all of them still ends soon. */
const timeouts = { loadMs: 2_000, settleMs: 2_000, scrollMs: 1_500, pageMs: 6_000 };
/** For pages that use a whole processor until they time out. */
const short = { loadMs: 1_500, settleMs: 1_000, scrollMs: 500, pageMs: 2_500 };

const pages: Record<string, string> = {
  good: '<p>a good page',
  windows: `<p>p<a id="a" target="_blank" href="/popup">x</a><script>
    document.body.dataset.opened = window.open('/popup') + ' ' + window.open('https://example.com/');
    a.click();</script>`,
  downloads: `<p>p<a id="a" href="/file" download>x</a><script>a.click(); location.href = '/file';</script>`,
  dialogs: `<p id="p">p<script>alert('a'); p.textContent = confirm('b') + ' ' + prompt('c'); addEventListener('beforeunload', (e) => e.preventDefault());</script>`,
  'endless-alerts': `<p>p<script>for (;;) alert('again')</script>`,
  prints: '<p>p<script>print()</script>',
  permissions: `<p id="p">p<script>
    Notification.requestPermission().then((answer) => { p.textContent = 'notification ' + answer; });
    navigator.geolocation.getCurrentPosition(() => {}, () => {});</script>`,
  restless: `<p id="p">0</p><script>setInterval(() => { p.textContent = Number(p.textContent) + 1; }, 10)</script>`,
  polling: `<p>p<script>(async () => { for (;;) await fetch('/hangs').catch(() => {}); })()</script>`,
  busy: `<p id="p" aria-busy="true">partly<script>setTimeout(() => { p.textContent = 'whole'; p.removeAttribute('aria-busy'); }, 700)</script>`,
  skeleton: `<p>text<div class="card-skeleton" style="width:9px;height:9px"></div>`,
  late: `<div id="app">Loading...</div><script>setTimeout(() => { app.textContent = 'content'; }, 900)</script>`,
  loop: '<p>p<script>setTimeout(() => { for (;;); })</script>',
  'loop-at-once': '<p>p<script>for (;;);</script>',
  // Blocks its thread like a page that computes.
  waits: `<p>p<script>const asked = new XMLHttpRequest(); asked.open('GET', '/hangs', false); asked.send()</script>`,
  console: `<p id="p">p</p><script>setInterval(() => { p.textContent += '.'; for (let i = 0; i < ${isFullRun ? 20_000 : 2_000}; i++) console.error('x'); }, 10)</script>`,
  throws: `<p>p<script>console.error('logged', { a: 1 }); Promise.reject(new Error('rejected')); throw new Error('thrown')</script>`,
  heap: `<p id="p">p</p><script>const kept = []; setInterval(() => { p.textContent = kept.length; for (let i = 0; i < 50; i++) kept.push(new Array(1e5).fill(Math.random())); })</script>`,
  buffers: `<p id="p">p</p><script>const kept = []; setInterval(() => { p.textContent = kept.length; kept.push(new Uint8Array(5e7).fill(1)); })</script>`,
  nodes: `<p>p<script>setInterval(() => { for (let i = 0; i < 1e4; i++) document.body.append(document.createElement('div')); })</script>`,
  // Hidden, because laying out one word of this length takes longer than this pool's load timeout.
  huge: `<p>text<script>document.write('<p hidden>' + 'x'.repeat(3e6))</script>`,
  deep: `<body><script>let at = document.body; for (let i = 0; i < 30000; i++) { const b = document.createElement('b'); at.append(b); at = b; }</script>`,
  elsewhere: `<p>before it leaves<script>location.replace('https://example.com/new')</script>`,
  'elsewhere-later': `<p>before it leaves<script>setTimeout(() => { location.href = 'http://10.0.0.1/' }, 50)</script>`,
  'to-blank': `<p>p<script>setTimeout(() => { location.href = 'about:blank' }, 20)</script>`,
  'moved-by-script': `<script>location.replace('/good')</script>`,
  'moved-by-meta': `<meta http-equiv="refresh" content="0;url=/good">`,
  'moved-to-nothing': `<p>p<script>location.replace('/reset')</script>`,
  'moved-by-history': `<p>p<script>history.pushState(null, '', '/good?pushed'); document.body.append(' pushed')</script>`,
  back: `<p>p<script>history.back(); history.go(-1);</script>`,
  'for-ever': `<p>p<script>location.replace('/for-ever?' + Math.random())</script>`,
  reloads: `<p>p<script>setTimeout(() => location.reload(), 20)</script>`,
  private: `<p id="p">p<img src="http://169.254.169.254/latest"><iframe src="http://10.0.0.1/"></iframe><script>
    Promise.allSettled(['http://192.168.0.1/', 'http://OTHER/x', 'http://localhost:PORT/', 'file:///etc/passwd', 'https://example.com/']
      .map((url) => fetch(url, { mode: 'no-cors' }))).then((all) => { p.textContent = all.map((one) => one.status).join(' '); });</script>`,
  thrifty: `<p id="p">p</p><script>const { saveData } = navigator.connection; p.textContent = saveData;
    if (!saveData) for (let i = 0; i < 3; i++) document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/next' + i }))</script>`,
  worker: `<p id="p">p<script>p.textContent = 'serviceWorker' in navigator</script>`,
  socket: `<p id="p">p<script>const s = new WebSocket('ws://OTHER/socket');
    s.onopen = () => { p.textContent = 'open'; }; s.onerror = () => { p.textContent = 'closed'; };</script>`,
  storage: `<p id="p">p<script>
    p.textContent = [localStorage.length, sessionStorage.length, document.cookie].join();
    for (const s of [localStorage, sessionStorage]) s.setItem('left', 'behind');
    document.cookie = 'left=behind'; indexedDB.open('left');
    addEventListener('pagehide', () => sessionStorage.setItem('left', 'last'));</script>`,
  databases: `<p id="p">p<script>indexedDB.databases().then((all) => { p.textContent = all.length })</script>`,
  feed: `<ul id="list"></ul><div id="end">end</div><script>
    let n = 0; const grow = () => { for (let i = 0; i < 20; i++) { const li = document.createElement('li'); li.style.height = '100px'; li.textContent = 'item ' + n++; list.append(li); } };
    grow(); new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) setTimeout(grow, 20); }).observe(end);
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) grow(); });</script>`,
  window: `<p id="p">p</p><script>p.textContent = [innerWidth, innerHeight, screen.width, devicePixelRatio, history.length,
    matchMedia('(prefers-reduced-motion: reduce)').matches, document.hasFocus(), document.visibilityState].join();
    let frames = 0; const began = performance.now(); const count = () => { if (++frames < 3) requestAnimationFrame(count);
      else p.append(' ' + (performance.now() - began < 1000)); }; requestAnimationFrame(count);</script>`,
  'lazy-shadow': `<div style="height:4000px">top</div><x-card></x-card><script>
    const show = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.textContent = 'card shown'; });
    customElements.define('x-card', class extends HTMLElement { connectedCallback() {
      const card = document.createElement('div'); card.style.height = '9px'; show.observe(card); this.attachShadow({ mode: 'open' }).append(card); } });
    document.body.append(Object.assign(document.createElement('div'), { style: 'height:4000px' }));</script>`,
  lazy: `<div style="height:4000px">top</div><img data-src="/i.png" class="lazyload" width="9" height="9"><div id="chart" style="height:3000px"></div>
    <section id="pane" style="height:200px;overflow:auto"><div style="height:3000px"></div><i id="inner">.</i></section><script>
    const show = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) {
      if (target.dataset.src) target.src = target.dataset.src; else target.textContent = 'drawn ' + target.id; } });
    for (const e of document.querySelectorAll('img, #chart, #inner')) show.observe(e);</script>`,
};

let site: TestSite;
let other: TestSite;
let pool: RenderPool;
let shortPool: RenderPool;
beforeAll(async () => {
  other = await startSite({ '*': '<p>another site' });
  const port = other.host.split(':')[1] ?? '';
  site = await startSite({
    ...Object.fromEntries(
      Object.entries(pages).map(([name, html]) => [
        `/${name}`,
        html.replaceAll('OTHER', other.host).replaceAll('PORT', port),
      ]),
    ),
    '/file': (_request, response) => {
      response.setHeader('content-disposition', 'attachment; filename=f.bin');
      response.end('bytes');
    },
    '/hangs': () => {},
    '/slow-image': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders();
    },
    '/with-slow-image': '<p>text<img src="/slow-image">',
    '/half': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<!doctype html><p>only the beginning');
    },
    '/reset': (request) => request.socket.destroy(),
    '/empty-answer': (_request, response) => response.writeHead(204).end(),
    '/redirect': (_request, response) => response.writeHead(302, { location: '/good' }).end(),
    '/redirect-away': (_request, response) =>
      response.writeHead(302, { location: `http://${other.host}/away` }).end(),
    '/redirect-loop': (_request, response) => response.writeHead(302, { location: '/redirect-loop' }).end(),
    '/error': (_request, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<p>sorry'),
    '/i.png': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
  });
  const limits = { tabBytes: 250 * 2 ** 20, htmlBytes: 2_000_000 };
  pool = openTestPool(site, { timeouts, limits });
  shortPool = openTestPool(site, { timeouts: short, limits });
});
afterAll(async () => {
  await pool?.close();
  await shortPool?.close();
  await site?.close();
  await other?.close();
});

const render = (name: string, by = pool) => by.render(`${site.origin}/${name}`);

/** Checks that a page has not affected the next one. */
async function expectGoodPage(by = pool): Promise<void> {
  expect(rendered(await render('good', by)).text).toBe('a good page');
}

describe('a page that wants attention gets none and is taken all the same', () => {
  test('windows do not open', async () => {
    const page = rendered(await render('windows'));
    expect(page.html.toString()).toContain('data-opened="null null"');
    expect(page.notes.filter(({ kind }) => kind === 'window-open').map(({ detail }) => detail)).toEqual([
      `${site.origin}/popup`,
      'https://example.com/',
    ]);
    expect(site.requests.map(({ path }) => path)).not.toContain('/popup');
  });

  test.runIf(isFullRun)('downloads do not come', async () => {
    const page = rendered(await render('downloads'));
    expect(page.text).toBe('px');
    expect(page.notes).toContainEqual({ kind: 'download', detail: `${site.origin}/file` });
    expect(failed(await render('file'))).toMatchObject({ reason: 'download', attempts: 1 });
    await expectGoodPage();
  });

  test('dialogs are answered, and leaving asks nobody', async () => {
    const page = rendered(await render('dialogs'));
    expect(page.text).toBe('false null');
    expect(page.notes.map(({ detail }) => detail)).toEqual(['alert: a', 'confirm: b', 'prompt: c']);
    await expectGoodPage();
  });

  test('printing and permissions', async () => {
    expect(noteKinds(rendered(await render('prints')))).toEqual(['print']);
    expect(rendered(await render('permissions')).text).toMatch(/^notification (default|denied)$/);
  });
});

describe('a page that is not done', () => {
  test.runIf(isFullRun)('is taken at the limit when it never stops changing', async () => {
    const page = rendered(await render('restless'));
    expect(Number(page.text)).toBeGreaterThan(10);
    expect(noteKinds(page)).toEqual(['never-quiet']);
    expect(page.durationMs).toBeLessThan(4_000);
  });

  test.runIf(isFullRun)('is taken at the limit when it never stops loading', async () => {
    expect(noteKinds(rendered(await render('polling')))).toEqual(['never-quiet']);
  });

  test.runIf(isFullRun)(
    'is waited for while it says that it is busy or shows nothing but "Loading"',
    async () => {
      const patient = openTestPool(site, { tabs: 1 });
      try {
        expect(rendered(await patient.render(`${site.origin}/busy`)).text).toBe('whole');
        expect(rendered(await patient.render(`${site.origin}/late`)).text).toBe('content');
      } finally {
        await patient.close();
      }
    },
  );

  test.runIf(isFullRun)('is taken with its placeholders when these stay', async () => {
    expect(noteKinds(rendered(await render('skeleton')))).toEqual(['placeholders']);
  });

  test.runIf(isFullRun)(
    'is taken without what does not load; a document that does not come is none',
    async () => {
      const page = rendered(await render('with-slow-image'));
      expect(page.text).toBe('text');
      expect(noteKinds(page)).toEqual(['load-cut']);
      expect(failed(await render('half')).reason).toBe('unreachable');
      expect(failed(await render('hangs')).reason).toBe('unreachable');
      expect(failed(await render('reset'))).toMatchObject({ reason: 'unreachable', attempts: 1 });
      expect(failed(await render('empty-answer')).reason).toBe('unreachable');
      await expectGoodPage();
    },
  );

  test('is none when its snapshot is above the limit', async () => {
    expect(failed(await render('huge'))).toMatchObject({ reason: 'too-large', attempts: 1 });
  });

  test('keeps its HTTP status', async () => {
    expect(rendered(await render('error'))).toMatchObject({ status: 500, text: 'sorry' });
  });
});

describe('a page that harms its tab is tried again and given up', () => {
  test.runIf(isFullRun)(
    'when it does not answer: it computes, alerts or writes to the console without end, or waits for an answer',
    async () => {
      const names = firstOf(3, ['waits', 'console', 'endless-alerts', 'loop', 'loop-at-once']);
      const results = await Promise.all(names.map((name) => render(name, shortPool)));
      for (const result of results) {
        // A busy browser may not respond in time to distinguish the two.
        expect(failed(result)).toMatchObject({
          reason: expect.stringMatching(/^(browser-)?hung$/),
          attempts: 2,
        });
        expect(failed(result).message).toMatch(/^The page .*\. Tried 2 times\.$/);
      }
      await expectGoodPage(shortPool);
    },
  );

  test.for(
    firstOf<readonly [string, string]>(1, [
      ['buffers', 'memory'],
      ['heap', 'memory'],
      ['deep', 'crashed'],
    ]),
  )('%s: %s', async ([name, reason]) => {
    const failure = failed(await render(name));
    // A heap may reach the engine's limit before the watch notices it.
    expect(name === 'heap' ? ['memory', 'crashed'] : [reason]).toContain(failure.reason);
    // A crash may have an outside cause, so it is retried three times before the page is blamed. A heap may end either
    // way.
    const attempts = name === 'heap' ? [2, 3, 4] : [failure.reason === 'crashed' ? 4 : 2];
    expect(attempts).toContain(failure.attempts);
    expect(failure.durationMs).toBeLessThan(failure.attempts * timeouts.pageMs + 5_000);
    await expectGoodPage();
  });

  test.runIf(isFullRun)(
    'one that makes elements without end is taken or given up, in bounded time',
    async () => {
      const result = await render('nodes', shortPool);
      expect(result.durationMs).toBeLessThan(2 * short.pageMs + 5_000);
      await expectGoodPage(shortPool);
    },
  );

  test('what scripts complain about is kept', async () => {
    const { consoleErrors } = rendered(await render('throws'));
    expect(consoleErrors.map((text) => text.split('\n')[0])).toEqual([
      'logged Object',
      'Error: thrown',
      'Error: rejected',
    ]);
  });
});

describe('a page that goes elsewhere', () => {
  test.for(firstOf(2, ['redirect', 'moved-by-script', 'moved-by-meta']))(
    'is followed within the site: %s',
    async (name) => {
      const page = rendered(await render(name));
      expect(page).toMatchObject({ finalUrl: `${site.origin}/good`, status: 200, text: 'a good page' });
    },
  );

  test('has the address that it gave itself', async () => {
    const page = rendered(await render('moved-by-history'));
    expect(page).toMatchObject({ finalUrl: `${site.origin}/good?pushed`, text: 'p pushed' });
  });

  test.for([
    ['elsewhere', 'https://example.com/new'],
    ['elsewhere-later', 'http://10.0.0.1/'],
  ] as const)('stays when a script sends it to another site: %s', async ([name, address]) => {
    const page = rendered(await render(name));
    expect(page.text).toBe('before it leaves');
    expect(page.notes).toEqual([{ kind: 'left-site', detail: address }]);
  });

  test.runIf(isFullRun)('is none of the site when its address leads to another', async () => {
    const failure = failed(await render('redirect-away'));
    expect(failure).toMatchObject({ reason: 'left-site', attempts: 1 });
    expect(failure.message).toContain(`http://${other.host}/away`);
    expect(failed(await render('to-blank')).reason).toBe('left-site');
    expect(other.requests).toEqual([]);
  });

  test('is refused when it never was a page of the site', async () => {
    for (const url of ['file:///etc/passwd', `${other.origin}/`, 'about:blank', 'nonsense']) {
      expect(failed(await pool.render(url))).toMatchObject({ reason: 'left-site', attempts: 0 });
    }
    expect(other.requests).toEqual([]);
  });

  test('finds no page before it in its history', async () => {
    await expectGoodPage();
    const page = rendered(await render('back'));
    expect(page).toMatchObject({ finalUrl: `${site.origin}/back`, text: 'p', assets: [], notes: [] });
    expect(site.requests.map(({ path }) => path)).not.toContain('/.offprint-empty-page');
  });

  test.for(firstOf(1, ['for-ever', 'reloads']))('is held after a number of times: %s', async (name) => {
    const page = rendered(await render(name));
    expect(page.text).toBe('p');
    expect(noteKinds(page)).toEqual(['redirects-capped']);
  });

  test.runIf(isFullRun)('is none when it leads to nothing', async () => {
    const failure = failed(await render('moved-to-nothing'));
    expect(failure.reason).toBe('unreachable');
    expect(failure.message).toContain(`${site.origin}/reset`);
  });

  test('is not reached by a loop of redirects', async () => {
    expect(failed(await render('redirect-loop')).reason).toBe('unreachable');
  });
});

describe('the world outside', () => {
  test('is not reached: private addresses, other hosts, files', async () => {
    const page = rendered(await render('private'));
    expect(page.text).toBe('rejected rejected rejected rejected rejected');
    expect(
      page.notes
        .filter(({ kind }) => kind === 'refused')
        .map(({ detail }) => detail)
        .sort(),
    ).toEqual(
      [
        'http://10.0.0.1/',
        'http://169.254.169.254/latest',
        'http://192.168.0.1/',
        `http://${other.host}/x`,
        `http://localhost:${other.host.split(':')[1]}/`,
        'https://example.com/',
      ].sort(),
    );
    expect(other.requests).toEqual([]);
  });

  test('is told to save data: what a site loads in case its links are followed is not loaded', async () => {
    const page = rendered(await render('thrifty'));
    expect(page.text).toBe('true');
    expect(page.assets).toEqual([]);
  });

  test('has no service workers and no sockets', async () => {
    expect(rendered(await render('worker')).text).toBe('false');
    const page = rendered(await render('socket'));
    expect(page.text).toBe('closed');
    expect(page.assets).toContainEqual({
      url: `ws://${other.host}/socket`,
      type: 'websocket',
      status: 0,
      failure: 'refused',
    });
    expect(other.requests).toEqual([]);
  });

  test('remembers nothing from page to page', async () => {
    const alone = openTestPool(site, { tabs: 1 });
    try {
      expect(rendered(await alone.render(`${site.origin}/storage`)).text).toBe('0,0,');
      expect(rendered(await alone.render(`${site.origin}/storage`)).text).toBe('0,0,');
      expect(rendered(await alone.render(`${site.origin}/databases`)).text).toBe('0');
    } finally {
      await alone.close();
    }
  });
});

test('a page sees the window of the settings, in front, with its frames, whatever came before', async () => {
  for (let turn = 0; turn < 2; turn++) {
    expect(rendered(await render('window')).text).toBe('1280,900,1280,1,2,true,true,visible true');
  }
});

describe('what loads only in view', () => {
  test('is brought into view: marked images, watched elements, panes', async () => {
    const page = rendered(await render('lazy'));
    const html = page.html.toString();
    expect(html).toContain('src="/i.png"');
    expect(html).toContain('drawn chart');
    expect(html).toContain('drawn inner');
    expect(page.notes).toEqual([]);
  });

  test('is brought into view within shadow roots', async () => {
    expect(rendered(await render('lazy-shadow')).text).toContain('card shown');
  });

  test('does not go on for ever', async () => {
    const page = rendered(await render('feed'));
    expect(noteKinds(page)).toContain('scroll-capped');
    expect(page.text).toContain('item 100');
    expect(page.durationMs).toBeLessThan(5_000);
  });
});

test('a connection refused is a failure of the page, not of the pool', async () => {
  const gone = await startSite({});
  await gone.close();
  const unreachable = openTestPool(gone, { timeouts });
  try {
    const failure = failed(await unreachable.render(`${gone.origin}/`));
    expect(failure).toMatchObject({ reason: 'unreachable', attempts: 1 });
    expect(failure.message).toBe('The page did not respond.');
  } finally {
    await unreachable.close();
  }
});

test.runIf(isFullRun)('pages side by side do not disturb each other', async () => {
  const names = [
    'good',
    'waits',
    'restless',
    'good',
    'heap',
    'dialogs',
    'good',
    'for-ever',
    'windows',
    'good',
  ];
  const results = await Promise.all(names.map((name) => render(name)));
  expect(results.map(({ outcome }) => outcome)).toEqual(
    names.map((name) => (name === 'waits' || name === 'heap' ? 'failed' : 'rendered')),
  );
});
