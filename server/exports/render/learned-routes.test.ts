import { expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { startDocsify } from './docsify.test-support.ts';
import { hashOfPlace } from './learned-effects.ts';
import { openLearnedRoutes } from './learned-routes.ts';
import { noteKinds, openTestPool, rendered, startSite } from './render.test-support.ts';
import type { TakenPage } from './take-page.ts';

/** A shell whose text depends on the fragment; `show` runs at the start and whenever the fragment changes. */
function shell(show: string, head = ''): string {
  return `<title>Shell</title>${head}<body><nav><a href="#/">Home</a></nav><main></main><script>
    const main = document.querySelector('main');
    const text = () => '<h1>' + location.hash + '</h1>' + ('<p>The text of ' + location.hash + '.</p>').repeat(9);
    let shown = 0;
    ${show}
  </script>`;
}

const routes = Array.from({ length: 7 }, (_, index) => `#/page-${index}`);
const SHOWS = `const show = () => setTimeout(() => { shown++; main.innerHTML = text() }, 20);
  show(); addEventListener('hashchange', show);`;

async function renderAll(
  html: string,
  addresses: readonly string[] = routes,
): Promise<{ texts: string[]; htmls: string[]; loads: number; stale: string[]; kinds: string[] }> {
  const site = await startSite({ '/': html, '/late.js': 'export {}' });
  const pool = openTestPool(site, { tabs: 1 });
  try {
    const texts: string[] = [];
    const htmls: string[] = [];
    const kinds: string[] = [];
    for (const address of addresses) {
      const page = rendered(await pool.render(`${site.origin}/${address}`));
      expect(page.finalUrl).toBe(`${site.origin}/${address}`);
      expect(page.status).toBe(200);
      texts.push(page.text);
      htmls.push(page.html.toString());
      kinds.push(...noteKinds(page));
    }
    await pool.compared();
    const stale = pool.stale().map((url) => url.slice(site.origin.length + 1));
    const loads = site.requests.filter(({ path }) => path === '/').length;
    return { texts, htmls, loads, stale, kinds };
  } finally {
    await pool.close();
    await site.close();
  }
}

test('pages that differ in the fragment only are reached in one document, once some have shown that this is the same', async () => {
  const { texts, loads, stale } = await renderAll(shell(SHOWS));
  for (const [index, text] of texts.entries()) expect(text).toContain(`The text of #/page-${index}.`);
  expect(loads).toBeGreaterThanOrEqual(4);
  expect(loads).toBeLessThan(routes.length - 2);
  expect(stale).toEqual([]);
});

test('where a page that is reached shows something else than when it is loaded, all are loaded', async () => {
  const counts = SHOWS.replace('text()', "text() + '<p>Seen: ' + shown + '</p>'");
  const { texts, loads } = await renderAll(shell(counts));
  for (const text of texts) expect(text).toContain('Seen: 1');
  expect(loads).toBe(routes.length);
});

test.runIf(isFullRun)(
  'what turns out later to differ casts doubt on the pages that were reached before',
  async () => {
    // From the fifth page in one document on, another word is shown.
    const tires = SHOWS.replace('text()', "text() + (shown > 4 ? 'tired' : 'fresh')");
    // One page in sixteen is compared; here, the eleventh.
    const names = Array.from({ length: 100 }, (_, index) => `#/more-${index}`);
    const isCompared = (name: string): boolean => hashOfPlace(`http://localhost/${name}`) % 16 === 0;
    const others = names.filter((name) => !isCompared(name));
    const many = [...others.slice(0, 10), names.find(isCompared) ?? '', ...others.slice(10, 14)];
    const { texts, stale, loads } = await renderAll(shell(tires), many);
    const tired = texts.flatMap((text, index) => (text.includes('tired') ? [index] : []));
    expect(tired.length).toBeGreaterThan(0);
    const named = tired.map((index) => many[index]);
    expect(stale).toEqual(expect.arrayContaining(named));
    expect(texts.slice(11).join()).not.toContain('tired');
    expect(loads).toBeGreaterThanOrEqual(3 + 5); // the proofs, the page that differs, and all later ones
  },
);

async function renderAtOnce(
  html: string,
  addresses: readonly string[] = routes,
): Promise<{ texts: string[]; loads: number; stale: string[] }> {
  const site = await startSite({ '/': html });
  const pool = openTestPool(site, { tabs: 6 });
  try {
    const pages = await Promise.all(addresses.map((route) => pool.render(`${site.origin}/${route}`)));
    const texts = pages.map((page) => rendered(page).text);
    await pool.compared();
    const stale = pool.stale().map((url) => url.slice(site.origin.length + 1));
    return { texts, loads: site.requests.filter(({ path }) => path === '/').length, stale };
  } finally {
    await pool.close();
    await site.close();
  }
}

test.runIf(isFullRun)(
  'tabs go to what others have loaded, so that hardly any page is loaded to be compared',
  async () => {
    const unchecked = routes.filter((route) => hashOfPlace(`http://localhost/${route}`) % 16 !== 0);
    const { texts, loads, stale } = await renderAtOnce(shell(SHOWS), unchecked);
    for (const [index, text] of texts.entries()) expect(text).toContain(`The text of ${unchecked[index]}.`);
    expect(loads).toBeLessThanOrEqual(6 + 1);
    expect(stale).toEqual([]);
  },
);

test('what other tabs took is in doubt when one of the three turns out to differ', async () => {
  const counts = SHOWS.replace('text()', "text() + '<p>Seen: ' + shown + '</p>'");
  const { texts, stale } = await renderAtOnce(shell(counts));
  const wrong = routes.filter((_, index) => !texts[index]?.includes('Seen: 1'));
  expect(stale.sort()).toEqual(wrong.sort());
});

test('going to a page that was loaded proves as much as loading the page that was reached, once', async () => {
  const known = openLearnedRoutes();
  const stepTo = (route: string) =>
    known.between('http://a.test/#/a', `http://a.test/${route}`, undefined, false);
  const pages = routes.slice(0, 4).map((route) => pageOf(route, 'text'));
  for (const [index, page] of pages.entries())
    known.loaded(`http://a.test/${routes[index]}`, undefined, page);
  expect(known.loadedLike('http://a.test/#/z', undefined).map(({ url }) => url)).toEqual(
    routes.slice(0, 4).map((route) => `http://a.test/${route}`),
  );
  expect(known.loadedLike('http://b.test/#/z', undefined)).toEqual([]);
  for (const page of pages.slice(0, 3)) {
    expect(stepTo('#/z')?.isProved()).toBe(false);
    const step = known.between('http://a.test/#/a', page.finalUrl, undefined, false);
    expect(step?.isNew()).toBe(true);
    await step?.prove(async () => pageOf(page.title, 'text'), page);
    expect(step?.isNew()).toBe(false);
  }
  expect(stepTo('#/z')?.isProved()).toBe(true);
  stepTo('#/z')?.followed();
  const last = pages[3] ?? pageOf('', '');
  await stepTo(last.title)?.prove(async () => pageOf(last.title, 'other text'), last);
  expect(stepTo('#/z')).toBeUndefined();
  expect(known.stale()).toEqual(['http://a.test/#/z']);
});

test('a proof that does not come, since the tab is lost, leaves what was taken meanwhile in doubt', async () => {
  const known = openLearnedRoutes();
  const stepTo = (route: string) =>
    known.between('http://a.test/#/a', `http://a.test/${route}`, undefined, false);
  const { promise: lost, reject: lose } = Promise.withResolvers<undefined>();
  const proofs = routes.slice(0, 3).map((route) => stepTo(route)?.prove(() => lost, pageOf(route, 'text')));
  expect(stepTo('#/z')?.isProved()).toBe(true);
  stepTo('#/z')?.followed();
  lose(new Error('the tab has gone'));
  await Promise.allSettled(proofs);
  expect(known.stale()).toEqual(['http://a.test/#/z']);
});

test('pages are kept to be compared with as they were, few of them and none that is large', () => {
  const known = openLearnedRoutes();
  const first = pageOf('#/first', 'text');
  known.loaded('http://a.test/#/large', undefined, { ...first, html: Buffer.alloc(2 ** 20 + 1) });
  for (const route of ['#/first', '#/first', ...routes])
    known.loaded(`http://a.test/${route}`, undefined, route === '#/first' ? first : pageOf(route, 'text'));
  known.loaded('http://a.test/guide', undefined, first); // neither a route nor of a known layout
  first.html.fill(0); // the caller may have transferred the buffer
  const kept = known.loadedLike('http://a.test/#/z', undefined);
  expect(kept.map(({ url }) => url.replace('http://a.test/', ''))).toEqual([
    '#/first',
    ...routes.slice(0, 3),
  ]);
  expect(kept[0]?.page.html.toString()).toBe('text');
  expect(known.loadedLike('http://a.test/guide', undefined)).toEqual([]);
});

function pageOf(route: string, text: string): TakenPage {
  return {
    outcome: 'rendered',
    status: 200,
    title: route,
    text,
    finalUrl: `http://a.test/${route}`,
    html: Buffer.from(text),
    links: [],
    assets: [],
    definedElements: [],
    isInteractive: false,
    selected: [],
    notes: [],
    consoleErrors: [],
  };
}

test('what was taken while pages were compared that could not be is in doubt', async () => {
  const known = openLearnedRoutes();
  const stepTo = (route: string) =>
    known.between('http://a.test/#/a', `http://a.test/${route}`, undefined, false);
  const page = { outcome: 'failed', reason: 'crashed', message: '' } as const;
  const faults: ((error: Error) => void)[] = [];
  const compared = routes
    .slice(0, 3)
    .map((route) => stepTo(route)?.compare(page, () => new Promise((_, reject) => faults.push(reject))));
  expect(stepTo('#/z')?.isProved()).toBe(true);
  stepTo('#/z')?.followed();
  expect(known.stale()).toEqual([]);
  for (const fail of faults) fail(new Error('the tab has gone'));
  await Promise.allSettled(compared);
  expect(stepTo('#/y')?.isProved()).toBe(false);
  expect(known.stale()).toEqual(['http://a.test/#/z']);
  expect(known.stale()).toEqual([]);
});

test.runIf(isFullRun)(
  'where nothing happens when the fragment changes, pages are loaded, and that is soon known',
  async () => {
    const { texts, loads, kinds } = await renderAll(shell('main.innerHTML = text();'), routes);
    for (const [index, text] of texts.entries()) expect(text).toContain(`The text of #/page-${index}.`);
    expect(loads).toBe(7);
    expect(kinds).toEqual([]);
  },
);

test.runIf(isFullRun)('nothing is built upon a document for which something did not come', async () => {
  let asked = 0;
  const site = await startSite({
    '/': shell(SHOWS.replace('text()', 'text() + window.extra'), '<script src="extra.js"></script>'),
    '/extra.js': (_request, response) => {
      if (++asked % 3 === 0) response.writeHead(503).end();
      else response.setHeader('content-type', 'text/javascript').end("window.extra = 'extra';");
    },
  });
  const pool = openTestPool(site, { tabs: 1 });
  try {
    for (const route of routes) {
      const page = rendered(await pool.render(`${site.origin}/${route}`));
      const failed = page.assets.some(({ status }) => status === 503);
      expect(page.text.includes('extra'), route).toBe(!failed);
    }
    expect(asked).toBeGreaterThan(6);
  } finally {
    await pool.close();
    await site.close();
  }
});

/** Gives every page its own button, so that a control is pressed on each; `left` runs on each press. */
function pressed(left: string): string {
  const own = `text() + '<button aria-expanded="false">More</button><p hidden>More of it.</p>'`;
  return shell(`${SHOWS.replace('text()', own)}
    addEventListener('click', ({ target }) => {
      const more = target.nextElementSibling;
      more.hidden = !more.hidden;
      target.ariaExpanded = String(!more.hidden);
      ${left}
    });`);
}

test.runIf(isFullRun)(
  'pages in which something is pressed are gone on from, once some have shown that this is the same',
  async () => {
    const { texts, htmls, loads, stale } = await renderAll(pressed(''));
    for (const [index, text] of texts.entries()) expect(text).toContain(`The text of #/page-${index}.`);
    for (const html of htmls) expect(html.match(/"toggles":\[\{"at"/g)).toHaveLength(1);
    expect(loads).toBeLessThan(routes.length - 2);
    expect(stale).toEqual([]);
  },
);

test.runIf(isFullRun)(
  'where pressing leaves something behind that the next page shows, all are loaded',
  async () => {
    const { htmls, loads } = await renderAll(
      pressed('main.dataset.presses = Number(main.dataset.presses ?? 0) + 1;'),
    );
    for (const html of htmls) expect(html).toContain('data-presses="2"');
    expect(loads).toBe(routes.length);
  },
);

test.runIf(isFullRun)(
  'a control whose effect stays is taken for what it is where the address has a route',
  async () => {
    const stays = `${SHOWS}
    document.body.insertAdjacentHTML('beforeend', '<button aria-expanded="false">More</button>');
    document.querySelector('button').onclick = () => {
      document.querySelector('button').ariaExpanded = 'true';
      main.innerHTML = '<p>' + 'Quite another page. '.repeat(20) + '</p>';
    };`;
    const { texts, kinds } = await renderAll(shell(stays), ['#/page-1']);
    expect(texts[0]).toContain('The text of #/page-1.');
    expect(kinds).toEqual(['not-kept']);
  },
);

test.runIf(isFullRun)(
  'docsify, hash routing: pages that are reached have the bytes of those that are loaded',
  async () => {
    const site = await startDocsify('hash');
    const render = async (addresses: readonly string[], isFresh: boolean): Promise<Map<string, string>> => {
      const pages = new Map<string, string>();
      let pool = openTestPool(site, { tabs: 1 });
      for (const address of addresses) {
        pages.set(address, rendered(await pool.render(address)).html.toString());
        if (!isFresh) continue;
        await pool.close();
        pool = openTestPool(site, { tabs: 1 });
      }
      await pool.close();
      return pages;
    };
    try {
      const pool = openTestPool(site, { tabs: 1 });
      const { links } = rendered(await pool.render(`${site.origin}/#/`));
      await pool.close();
      const pages = [...new Set(links.map((link) => link.replace(/\?.*$/, '')))].filter((link) =>
        /#\/./.test(link),
      );
      expect(pages.length).toBeGreaterThan(5);
      const some = pages.slice(0, isFullRun ? 7 : 5);
      expect(await render(some, false)).toEqual(await render(some, true));
    } finally {
      await site.close();
    }
  },
);

/** Just enough pages: the first ones prove how others are reached. */
const ROUTED = 6;

/** Pages whose text a router shows; `click` handles clicks on links. */
function routed(click: string): string {
  return `<title>Routed</title><body><nav>${Array.from({ length: ROUTED }, (_, index) => `<a href="/page-${index}">${index}</a>`).join(' ')}</nav>
    <button id="menu" aria-expanded="false">Menu</button><main></main><script>
    const main = document.querySelector('main');
    let shown = 0;
    const show = () => {
      shown++;
      document.title = location.pathname;
      main.innerHTML = '<h1>' + location.pathname + '</h1>' + ('<p>The text of ' + location.pathname + '.</p>').repeat(9)
        + '<details><summary>More</summary><p>Here.</p></details>';
    };
    show();
    const go = (event, link) => { event.preventDefault(); history.pushState({}, '', link.href); setTimeout(show, 20) };
    menu.onclick = () => {
      const isOpen = menu.getAttribute('aria-expanded') === 'true';
      menu.setAttribute('aria-expanded', String(!isOpen));
      menu.classList.toggle('open', !isOpen);
      if (isOpen) document.getElementById('entries').remove();
      else menu.insertAdjacentHTML('afterend', '<div id="entries"><a href="#x">Entry of ' + location.pathname + '</a></div>');
    };
    addEventListener('click', (event) => { const link = event.target.closest('a'); if (link) { ${click} } });
  </script>`;
}

async function renderRouted(
  html: string,
  layout: string | undefined,
): Promise<{ pages: string[]; loads: number; stale: string[] }> {
  const paths = Array.from({ length: ROUTED }, (_, index) => `/page-${index}`);
  const site = await startSite(Object.fromEntries(paths.map((path) => [path, html])));
  const pool = openTestPool(site, { tabs: 1 });
  try {
    const pages: string[] = [];
    for (const path of paths) {
      const page = rendered(await pool.render(site.origin + path, layout));
      expect(page).toMatchObject({ finalUrl: site.origin + path, status: 200, title: path, notes: [] });
      expect(page.text).toContain(`The text of ${path}.`);
      pages.push(page.html.toString());
    }
    await pool.compared();
    const stale = pool.stale();
    const loads = site.requests.filter(({ path }) => path.startsWith('/page-')).length;
    return { pages, loads, stale };
  } finally {
    await pool.close();
    await site.close();
  }
}

test.runIf(isFullRun)(
  'pages that a router shows are reached as by a link, and have the bytes of those that are loaded',
  async () => {
    const html = routed('go(event, link)');
    const reached = await renderRouted(html, 'doc');
    const loaded = await renderRouted(html, undefined);
    expect(loaded.loads).toBe(ROUTED);
    // The first page, and two that agree. The third proof is that the first is unchanged when reached from another.
    expect(reached.loads).toBeGreaterThanOrEqual(3);
    expect(reached.loads).toBeLessThan(ROUTED - 1);
    expect(reached.stale).toEqual([]);
    expect(reached.pages).toEqual(loaded.pages);
    // The menu was pressed on each page, and its content was kept.
    expect(loaded.pages[5]).toMatch(/<div[^>]* hidden="" id="entries">/);
  },
);

test.runIf(isFullRun)('where a router shows something else than what is loaded, all are loaded', async () => {
  const leaves = routed('main.dataset.from = location.pathname; go(event, link)');
  const reached = await renderRouted(leaves, 'doc');
  expect(reached.pages).toEqual((await renderRouted(leaves, undefined)).pages);
  expect(reached.loads).toBe(ROUTED);
});

test.runIf(isFullRun)(
  'ids that a framework counts by what it has shown before do not tell a page that is reached from one that is loaded',
  async () => {
    const counting = routed('go(event, link)').replace(
      'main.innerHTML = ',
      `main.innerHTML = '<label for="a-v-' + shown + '">A</label><input id="a-v-' + shown + '">'
      + '<span id="_r_' + (shown + 4) + '_" aria-describedby="a-v-' + shown + ' _r_' + (shown + 4) + '_"></span>' + `,
    );
    const reached = await renderRouted(counting, 'doc');
    expect(reached.loads).toBeLessThan(ROUTED - 1);
    expect(reached.pages).toEqual((await renderRouted(counting, undefined)).pages);
    expect(reached.pages[5]).toMatch(/for="a-offprint-1">.* id="a-offprint-1"/);
    expect(reached.pages[5]).toContain('<span aria-describedby="a-offprint-1 offprint-2" id="offprint-2">');
  },
);

test.runIf(isFullRun)('where links load documents, that is soon known', async () => {
  const plain = routed('');
  const reached = await renderRouted(plain, 'doc');
  expect(reached.pages).toEqual((await renderRouted(plain, undefined)).pages);
  expect(reached.loads).toBeLessThanOrEqual(ROUTED + 5);
});

test.runIf(isFullRun)(
  'where a router takes its time, the page before is not taken for the next one',
  async () => {
    // From the third page in one document on, the text comes late, while something else changes at once.
    const slow = routed(`event.preventDefault();
    history.pushState({}, '', link.href);
    document.body.append(document.createElement('i'));
    setTimeout(() => { document.querySelector('i').remove(); show() }, shown > 1 ? 900 : 20);`);
    const reached = await renderRouted(slow, 'doc');
    expect(reached.pages).toEqual((await renderRouted(slow, undefined)).pages);
    expect(reached.loads).toBeLessThan(ROUTED);
  },
);
