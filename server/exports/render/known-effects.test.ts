import { expect, test } from 'vitest';
import { openTestPool, rendered, startSite } from './render.test-support.ts';

/** A drawer beside the content; its button says only from the first press on whether it is open. */
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
const names = Array.from({ length: 24 }, (_, index) => `page-${index}`);

test('what controls around the content do is learned from some pages, and others look as if theirs had been pressed', async () => {
  const site = await startSite({
    ...Object.fromEntries(names.map((name) => [`/${name}`, pageWith(name, SHOWS)])),
    '/pressed': (_request, response) => response.writeHead(204).end(),
    '/opened': (_request, response) => response.writeHead(204).end(),
  });
  const pool = openTestPool(site, { tabs: 1 });
  try {
    const pages: string[] = [];
    for (const name of names) {
      const { html } = rendered(await pool.render(`${site.origin}/${name}`));
      pages.push(html.toString().replaceAll(name, 'NAME'));
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('data-used="yes"');
    const asked = (path: string): number => site.requests.filter((request) => request.path === path).length;
    // Twice on each page that is tried.
    expect(asked('/pressed')).toBeGreaterThanOrEqual(2 * 3);
    expect(asked('/pressed')).toBeLessThan(names.length);
    // What stands in the content is a page's own.
    expect(asked('/opened')).toBe(2 * names.length);
    expect(pool.doubtful()).toEqual([]);
  } finally {
    await pool.close();
    await site.close();
  }
});

test('when a page shows that a control does something else, those that were spared it are named, and all are tried', async () => {
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
      return /data-offprint="states">(.*?)<\/script>/s.exec(html.toString())?.[1] ?? '';
    };
    for (const name of names.slice(0, 12)) expect(await states(name)).toContain('"show"');
    expect(await states('other-1')).toContain('"hidden"');
    const doubtful = pool.doubtful();
    expect(doubtful.length).toBeGreaterThan(3);
    expect(names.slice(0, 12).map(urlOf)).toEqual(expect.arrayContaining(doubtful));
    expect(pool.doubtful()).toEqual([]);
    const before = site.requests.length;
    expect(await states(names[0] ?? '')).toContain('"show"');
    expect(await states('other-2')).toContain('"hidden"');
    expect(site.requests.slice(before).filter(({ path }) => path === '/pressed')).toHaveLength(4);
  } finally {
    await pool.close();
    await site.close();
  }
});

test('how a table of contents marks what is read, and whether a pane follows, is learned from some pages', async () => {
  const page = (name: string): string => `<style>h2 { margin-bottom: 2000px }</style>
    <aside id="pages" style="height: 50px; overflow: auto"><p style="height: 500px">All pages</p></aside>
    <nav><ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul></nav>
    <main><h1>${name}</h1><h2 id="a">A</h2><h2 id="b">B</h2><p>${`The text of ${name}. `.repeat(20)}</p></main>
    <script>
      pages.scrollTop = 100;
      let isAtEnd = false;
      addEventListener('scroll', () => {
        if (isAtEnd !== scrollY > 1000 && !isAtEnd) new Image().src = '/scrolled?' + performance.now();
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
    const scrolled: number[] = [];
    for (const name of names) {
      const before = site.requests.length;
      const { html } = rendered(await pool.render(`${site.origin}/${name}`));
      pages.push(html.toString().replaceAll(name, 'NAME'));
      scrolled.push(
        site.requests.slice(before).filter((request) => request.path.startsWith('/scrolled')).length,
      );
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('"names":{"li":["read",""]}');
    expect(pages[0]).toContain('"panes":[[');
    // For what loads only at the end of the page; for the pane; for the table of contents.
    expect(scrolled.slice(0, 3)).toEqual([3, 3, 3]);
    expect(scrolled.filter((times) => times === 1).length).toBeGreaterThan(names.length / 2);
    expect(pool.doubtful()).toEqual([]);
  } finally {
    await pool.close();
    await site.close();
  }
});
