import { describe, expect, test } from 'vitest';
import { samplePages } from './sample.ts';

const site = [...pages('guide', 50), ...pages('api', 20), ...pages('blog', 2), { url: '/', layout: 'start' }];

describe('a sample of pages', () => {
  test('holds three of each layout, or all that there are', () => {
    const sample = samplePages(site, 0, 100);
    expect(perLayout(sample.pages)).toEqual({ guide: 3, api: 3, blog: 2, start: 1 });
    expect(sample.layouts).toBe(4);
  });

  test('is filled up to its minimum', () => {
    const sample = samplePages(site, 12, 40);
    expect(sample.pages).toHaveLength(12);
    expect(new Set(sample.pages).size).toBe(12);
  });

  test('never passes its maximum, and then takes one page of each layout before a second of any', () => {
    const sample = samplePages(site, 12, 5);
    expect(sample.pages).toHaveLength(5);
    expect(Object.keys(perLayout(sample.pages)).sort()).toEqual(['api', 'blog', 'guide', 'start']);
  });

  test('begins with the start page, which everybody opens', () => {
    expect(samplePages(site, 0, 1).pages).toEqual([{ url: '/', layout: 'start' }]);
  });

  test('may be empty', () => {
    expect(samplePages(site, 12, 0).pages).toEqual([]);
    expect(samplePages([], 12, 40)).toMatchObject({ pages: [], layouts: 0 });
  });

  test('is the whole site where that is small', () => {
    const small = pages('guide', 4);
    expect(new Set(samplePages(small, 12, 40).pages)).toEqual(new Set(small));
  });

  test('is the same in whatever order the pages come', () => {
    const once = samplePages(site, 12, 40).pages;
    expect(samplePages(site.toReversed(), 12, 40).pages).toEqual(once);
    expect(
      samplePages(
        site.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
        12,
        40,
      ).pages,
    ).toEqual(once);
  });

  test('stays mostly the same when a page is added', () => {
    const before = samplePages(site, 12, 40).pages.map(({ url }) => url);
    const after = samplePages([...site, { url: '/guide/new', layout: 'guide' }], 12, 40).pages.map(
      ({ url }) => url,
    );
    expect(after.filter((url) => !before.includes(url)).length).toBeLessThanOrEqual(1);
  });
});

function pages(layout: string, count: number): { url: string; layout: string }[] {
  return Array.from({ length: count }, (_, index) => ({ url: `/${layout}/${index}`, layout }));
}

function perLayout(sample: readonly { layout: string }[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(sample, ({ layout }) => layout)].map(([layout, all]) => [layout, all.length]),
  );
}
