import { expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import type { RenderPool } from './pool.ts';
import { openTestPool, rendered, startSite } from './render.test-support.ts';

/** A drawer beside the content, whose button only exposes its state from the first press on. */
function pageWith(name: string, press: string, sidebar = 'sidebar show'): string {
  return `<body><aside id="side" class="${sidebar}"><p>Pages</p></aside>
    <button id="fold" aria-label="Pages" aria-expanded="true"><i></i></button>
    <article><h1>${name}</h1><p>${`The text of ${name}. `.repeat(20)}</p>
      <button id="own" aria-expanded="false">More</button><p id="more" hidden>More of ${name}.</p></article>
    <script>
      let opens = true;
      const says = document.createElement('b');
      fold.onclick = () => {
        new Image().src = '/pressed';
        opens = !opens;
        fold.dataset.used = 'yes';
        fold.ariaExpanded = String(opens);
        ${press}
      };
      own.onclick = () => { new Image().src = '/opened'; more.hidden = !more.hidden; own.ariaExpanded = String(!more.hidden) };
    </script>`;
}

const SHOWS = "side.className = opens ? 'sidebar show' : 'sidebar'";
const names = Array.from({ length: 14 }, (_, index) => `page-${index}`);

/** Renders all pages, and checks that they only differ in their names. */
async function onePage(origin: string, pool: RenderPool): Promise<string> {
  const pages = new Set<string>();
  for (const name of names) {
    const { html } = rendered(await pool.render(`${origin}/${name}`));
    pages.add(html.toString().replaceAll(name, 'NAME'));
  }
  expect(pages.size).toBe(1);
  return [...pages].join();
}

test.runIf(isFullRun)(
  'what controls around the content do is learned from some pages, and others look as if theirs had been pressed',
  async () => {
    const site = await startSite({
      ...Object.fromEntries(names.map((name) => [`/${name}`, pageWith(name, SHOWS)])),
      '/pressed': (_request, response) => response.writeHead(204).end(),
      '/opened': (_request, response) => response.writeHead(204).end(),
    });
    const pool = openTestPool(site, { tabs: 1 });
    try {
      const first = await onePage(site.origin, pool);
      expect(first).toContain('data-used="yes"');
      const asked = (path: string): number => site.requests.filter((request) => request.path === path).length;
      // Twice on each page where it is tried.
      expect(asked('/pressed')).toBeGreaterThanOrEqual(2 * 3);
      expect(asked('/pressed')).toBeLessThan(names.length);
      // Controls within the content are specific to a page.
      expect(asked('/opened')).toBe(2 * names.length);
      await pool.compared();
      expect(pool.stale()).toEqual([]);
    } finally {
      await pool.close();
      await site.close();
    }
  },
);

test.runIf(isFullRun)(
  'when a page shows that a control does something else, those that were spared it are named, and all are tried',
  async () => {
    const others = ['other-1', 'other-2'];
    const site = await startSite({
      ...Object.fromEntries(names.map((name) => [`/${name}`, pageWith(name, SHOWS)])),
      ...Object.fromEntries(
        others.map((name) => [`/${name}`, pageWith(name, 'side.hidden = !opens', 'sidebar')]),
      ),
      '/pressed': (_request, response) => response.writeHead(204).end(),
    });
    const pool = openTestPool(site, { tabs: 1 });
    const urlOf = (name: string): string => `${site.origin}/${name}`;
    try {
      const states = async (name: string): Promise<string> => {
        const { html } = rendered(await pool.render(urlOf(name)));
        return /data-offprint="states"[^>]*>(.*?)<\/script>/s.exec(html.toString())?.[1] ?? '';
      };
      for (const name of names.slice(0, 12)) expect(await states(name)).toContain('"show"');
      expect(await states('other-1')).toContain('"hidden"');
      await pool.compared();
      const stale = pool.stale();
      expect(stale.length).toBeGreaterThan(3);
      expect(names.slice(0, 12).map(urlOf)).toEqual(expect.arrayContaining(stale));
      expect(pool.stale()).toEqual([]);
      const before = site.requests.length;
      expect(await states(names[0] ?? '')).toContain('"show"');
      expect(await states('other-2')).toContain('"hidden"');
      expect(site.requests.slice(before).filter(({ path }) => path === '/pressed')).toHaveLength(4);
    } finally {
      await pool.close();
      await site.close();
    }
  },
);

test.runIf(isFullRun)(
  'how a table of contents marks what is read, and whether a pane follows, is learned from some pages',
  async () => {
    const page = (name: string): string => `<style>h2 { margin-bottom: 2000px }</style>
    <aside id="pages" style="height: 50px; overflow: auto"><p style="height: 500px">All pages</p></aside>
    <nav><ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul></nav>
    <main><h1>${name}</h1><h2 id="a">A</h2><h2 id="b">B</h2><p>${`The text of ${name}. `.repeat(20)}</p></main>
    <script>
      pages.scrollTop = 100;
      let isAtEnd = false;
      addEventListener('scroll', () => {
        if (isAtEnd !== scrollY > 1000 && !isAtEnd) new Image().src = '/scrolled?${name}&' + performance.now();
        isAtEnd = scrollY > 1000;
        document.querySelectorAll('li')[1].className = isAtEnd ? 'read' : '';
      });
    </script>`;
    const site = await startSite({
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
      '/scrolled': (_request, response) => response.writeHead(204).end(),
    });
    const pool = openTestPool(site, { tabs: 1 });
    try {
      const pages: string[] = [];
      for (const name of names) {
        const { html } = rendered(await pool.render(`${site.origin}/${name}`));
        pages.push(html.toString().replaceAll(name, 'NAME'));
      }
      const scrolled = names.map(
        (name) => site.requests.filter(({ path }) => path.startsWith(`/scrolled?${name}&`)).length,
      );
      expect(new Set(pages).size).toBe(1);
      expect(pages[0]).toContain('"names":{"li":["read",""]}');
      expect(pages[0]).toContain('"panes":[[');
      // Scrolled for lazy content at the end of the page, for the pane, and for the table of contents.
      expect(scrolled.slice(0, 3)).toEqual([3, 3, 3]);
      expect(scrolled.filter((times) => times === 1).length).toBeGreaterThan(names.length / 2);
      await pool.compared();
      expect(pool.stale()).toEqual([]);
    } finally {
      await pool.close();
      await site.close();
    }
  },
);

test.runIf(isFullRun)(
  'a theme switch is known on plain pages, and tried on those with diagrams, which may be drawn anew',
  async () => {
    const page = (name: string, diagram = ''): string => `<button aria-label="Dark theme">T</button>
    <main><h1>${name}</h1><p>${`The text of ${name}. `.repeat(20)}</p>${diagram}</main><script>
    document.querySelector('button').onclick = () => {
      new Image().src = '/switched?' + performance.now();
      // While colours change, nothing is to slide: a rule that comes and goes.
      const still = document.head.appendChild(document.createElement('style'));
      const isDark = document.documentElement.classList.toggle('dark');
      still.remove();
      const drawing = document.querySelector('svg');
      if (!drawing) return;
      const drawn = drawing.cloneNode(true);
      drawn.firstChild.textContent = isDark ? 'in the dark' : 'in the light';
      drawing.replaceWith(drawn);
    };
  </script><style>.dark { background: #111 }</style>`;
    const site = await startSite({
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
      '/diagram': page('Diagram', '<svg width="300" height="200"><text>in the light</text></svg>'),
      '/switched': (_request, response) => response.writeHead(204).end(),
    });
    const pool = openTestPool(site, { tabs: 1 });
    const presses: number[] = [];
    const render = async (path: string): Promise<string> => {
      const before = site.requests.length;
      const { html } = rendered(await pool.render(`${site.origin}/${path}`));
      presses.push(
        site.requests.slice(before).filter((request) => request.path.startsWith('/switched')).length,
      );
      return html.toString();
    };
    try {
      const first = [];
      for (const name of names.slice(0, 8)) first.push((await render(name)).replaceAll(name, 'NAME'));
      expect(new Set(first).size).toBe(1);
      expect(first[0]).toContain('data-offprint-theme');
      expect(presses.filter((times) => times === 0).length).toBeGreaterThan(3);
      const diagram = await render('diagram');
      expect(diagram).toContain('in the light');
      expect(diagram).toContain('in the dark');
      // It has taught nothing about other pages.
      for (const name of names.slice(8)) await render(name);
      expect(presses.slice(9).filter((times) => times === 0).length).toBeGreaterThan(3);
      await pool.compared();
      expect(pool.stale()).toEqual([]);
    } finally {
      await pool.close();
      await site.close();
    }
  },
);

test.runIf(isFullRun)(
  'menus that add elements are learned, with the controls in them, links of the page and a shade that goes late',
  async () => {
    // As in VitePress in narrow windows: a screen of links containing a group, and an overlay that is invisible in wide
    // ones.
    const page = (name: string): string => `<style>.shade { position: fixed; inset: 0; display: none }</style>
    <header><a id="other" href="/de/${name}">Deutsch</a> <button id="menu" aria-expanded="false">Menu</button></header>
    <article><h1>${name}</h1><p>${`The text of ${name}. `.repeat(20)}</p></article>
    <script>
      const close = () => {
        menu.ariaExpanded = 'false';
        document.getElementById('screen').replaceWith(document.createComment('screen'));
        const shade = document.querySelector('.shade');
        shade.className += ' leaving';
        setTimeout(() => shade.remove(), 10_000);
      };
      document.querySelector('header').append(document.createComment('screen'));
      menu.onclick = () => {
        new Image().src = '/pressed';
        if (menu.ariaExpanded === 'true') return; // closes by a key only
        menu.ariaExpanded = 'true';
        const screen = document.createElement('nav');
        screen.id = 'screen';
        screen.innerHTML = '<a href="/de/${name}">Deutsch</a><button aria-expanded="false">More</button><p hidden>Much more.</p>';
        const group = screen.querySelector('button');
        group.onclick = () => {
          group.nextSibling.hidden = !group.nextSibling.hidden;
          group.ariaExpanded = String(!group.nextSibling.hidden);
        };
        [...document.querySelector('header').childNodes].find(({ nodeType }) => nodeType === 8).replaceWith(screen);
        document.querySelector('header').insertAdjacentHTML('beforebegin', '<div class="shade"></div>');
      };
      addEventListener('keyup', ({ key }) => { if (key === 'Escape' && menu.ariaExpanded === 'true') close() });
    </script>`;
    const site = await startSite({
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
      '/pressed': (_request, response) => response.writeHead(204).end(),
    });
    const pool = openTestPool(site, { tabs: 1 });
    try {
      const first = await onePage(site.origin, pool);
      expect(first).toMatch(/<div class="shade"[^>]* hidden=""><\/div><header>/);
      expect(first).toMatch(
        /<nav [^>]*hidden="" id="screen"><a href="\/de\/NAME">Deutsch<\/a><button aria-expanded="false"/,
      );
      expect(first).toContain('aria-expanded="false" data-offprint-at="2" id="menu"');
      const states = JSON.parse(/data-offprint="states"[^>]*>(.*?)<\/script>/s.exec(first)?.[1] ?? '{}');
      expect(states.toggles).toHaveLength(2);
      const pressed = site.requests.filter(({ path }) => path === '/pressed').length;
      expect(pressed).toBeGreaterThanOrEqual(3);
      expect(pressed).toBeLessThan(names.length);
      await pool.compared();
      expect(pool.stale()).toEqual([]);
    } finally {
      await pool.close();
      await site.close();
    }
  },
);
