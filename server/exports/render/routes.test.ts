import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { startDocsify } from './docsify.test-support.ts';
import { factsOfRendered, type PageFacts } from './page-facts.ts';
import type { RenderPool } from './pool.ts';
import { openTestPool, rendered, type TestSite } from './render.test-support.ts';
import type { RenderedPage } from './rendered-page.ts';
import { anchorsByQuery, routeOf } from './routes.ts';

describe('a link', () => {
  test.for([
    ['http://s/#/guide/a', 'http://s/#/guide/a', ''],
    ['http://s/#/guide/a?id=x%20y', 'http://s/#/guide/a', 'x y'],
    ['http://s/docs/#!/a?id=x&v=2', 'http://s/docs/#!/a?v=2', 'x'],
    ['http://s/#/', 'http://s/', ''],
    ['http://s/#/?id=top', 'http://s/', 'top'],
    ['http://s/a#install', 'http://s/a', 'install'],
    ['http://s/a#%E4%BD%A0', 'http://s/a', '你'],
    ['http://s/a?id=5', 'http://s/a?id=5', ''],
  ] as const)('%s is a page and an anchor', ([link, page, anchor]) => {
    expect(routeOf(link)).toEqual({ page, anchor });
  });

  test('has its anchor in the query where the site does so', () => {
    expect(routeOf('http://s/a?v=1&id=x', true)).toEqual({ page: 'http://s/a?v=1', anchor: 'x' });
  });

  test('is nothing to render when it is no address of the web', () => {
    expect(routeOf('mailto:a@b')).toBeUndefined();
    expect(routeOf('/relative')).toBeUndefined();
  });
});

describe.for(['hash', 'history'] as const)('docsify with %s routing', (mode) => {
  let site: TestSite;
  let pool: RenderPool;
  const pages = new Map<string, RenderedPage>();

  beforeAll(async () => {
    site = await startDocsify(mode);
    pool = openTestPool(site, { tabs: 4 });
    let idIsAnchor = false;
    const open = [`${site.origin}/`];
    while (open.length > 0) {
      const results = await Promise.all(open.splice(0).map((url) => pool.render(url)));
      for (const page of results.map(rendered)) pages.set(page.url, page);
      const facts = [...pages.values()].map(factsOfRendered);
      idIsAnchor ||= facts.some(anchorsByQuery);
      const linked = new Set(facts.flatMap((fact) => pagesLinkedFrom(fact, idIsAnchor)));
      open.push(...[...linked].filter((url) => !pages.has(url)));
    }
  });
  afterAll(async () => {
    await pool?.close();
    await site?.close();
  });

  const mark = mode === 'hash' ? '/#/' : '/';
  const names = [
    'changes',
    'guide/first-steps',
    'guide/images',
    'guide/install',
    'guide/tables',
    'reference/command-line',
    'reference/gr%C3%B6%C3%9Fen',
    'reference/settings',
  ];

  test('is found from its first page: every page once, whatever anchors links have', () => {
    const expected = [`${site.origin}/`, ...names.map((name) => `${site.origin}${mark}${name}`)];
    expect([...pages.keys()].sort()).toEqual(expected.sort());
  });

  test('has its text, title, styles and pictures on every page', () => {
    const page = (name: string): RenderedPage => {
      const found = pages.get(`${site.origin}${mark}${name}`);
      if (!found) throw new Error(`no page ${name}`);
      return found;
    };
    for (const found of pages.values()) {
      expect(found).toMatchObject({ status: 200, notes: [], consoleErrors: [] });
      expect(found.html.toString()).toContain('/lib/core.min.css');
      expect(found.html.toString()).not.toMatch(/<script(?! data-offprint="states")/);
      expect(found.title).toContain('Tide tables');
    }
    expect(page('guide/tables').text).toContain('Bremerhaven 3.9 0.2');
    expect(page('guide/first-steps').text).toContain("const table = predict('Bremerhaven', { days: 3 });");
    expect(page('reference/gr%C3%B6%C3%9Fen').text).toContain('潮の高さ');
    expect(page('guide/images').assets).toContainEqual({
      url: `${site.origin}/images/gauge.svg`,
      type: 'image',
      status: 200,
    });
    // With history routing, docsify itself does not find the page's name.
    if (mode === 'hash') expect(page('guide/install').title).toBe('Install - Tide tables');
  });

  test('gives the same bytes in whatever order and tab it is rendered', async () => {
    const alone = openTestPool(site, { tabs: 1 });
    try {
      for (const { url, html } of [...pages.values()].reverse().slice(0, isFullRun ? pages.size : 5)) {
        expect(rendered(await alone.render(url)).html.toString()).toBe(html.toString());
      }
    } finally {
      await alone.close();
    }
  });
});

/** Returns the pages of the same site that a page links to, without duplicates and without itself. */
function pagesLinkedFrom(facts: PageFacts, idIsAnchor = false): string[] {
  const { origin } = new URL(facts.url);
  const own = routeOf(facts.url, idIsAnchor)?.page;
  const pages = new Set<string>();
  for (const link of facts.links) {
    const route = routeOf(link, idIsAnchor);
    if (route && route.page !== own && new URL(route.page).origin === origin) pages.add(route.page);
  }
  return [...pages];
}
