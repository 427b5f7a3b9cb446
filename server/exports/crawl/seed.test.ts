import { describe, expect, test } from 'vitest';
import { OffprintError } from '../../errors.ts';
import type { Listing } from '../origin/list-directory.ts';
import { exportSettings } from '../settings/settings.ts';
import { scopeOf } from '../site/scope.ts';
import { type Plan, planOf } from './seed.ts';

const SITE = {
  '/': 100,
  '/api/a.html': 300,
  '/api/b.html': 300,
  '/assets/chunk.js': 50,
  '/assets/search.json': 20,
  '/assets/site.css': 30,
  '/guide/': 200,
  '/img/logo.png': 1000,
  '/report.pdf': 5000,
};

describe('what an export takes from a folder', () => {
  test('is everything that is listed', () => {
    const planned = plan({});
    expect(urls(planned)).toEqual(Object.keys(SITE));
    expect(planned).toMatchObject({ left: [], unknownPaths: [], pageCount: 4, sizeBytes: 7000 });
  });

  test('is, of a part, its pages and what scripts may ask for: the rest comes when a page refers to it', () => {
    const planned = plan({ include: ['/guide/**'] });
    expect(urls(planned)).toEqual(['/assets/chunk.js', '/assets/search.json', '/assets/site.css', '/guide/']);
    expect(left(planned)).toEqual([
      '/ not included',
      '/api/a.html not included',
      '/api/b.html not included',
      '/img/logo.png not needed',
      '/report.pdf not needed',
    ]);
  });

  test('is nothing of what is excluded', () => {
    expect(left(plan({ exclude: ['/api/**', '**/*.pdf'] }))).toEqual([
      '/api/a.html excluded',
      '/api/b.html excluded',
      '/report.pdf excluded',
    ]);
  });

  test('is cut at the cap on pages, in the order of URLs, while files go on', () => {
    const planned = plan({ maxPages: 2 });
    expect(planned.pageCount).toBe(2);
    expect(left(planned)).toEqual(['/api/b.html page limit reached', '/guide/ page limit reached']);
    expect(urls(planned)).toContain('/report.pdf');
  });

  test('is cut at the cap on bytes, before it is passed', () => {
    const planned = plan({ maxBytes: 2000 });
    expect(planned.sizeBytes).toBe(2000);
    expect(left(planned)).toEqual(['/report.pdf byte limit reached']);
  });

  test('counts excluded pages against no cap', () => {
    expect(
      left(plan({ exclude: ['/api/**'], maxPages: 2 })).filter((entry) => entry.endsWith('reached')),
    ).toEqual([]);
  });
});

describe('paths that were asked for', () => {
  test('are named when the site does not have them', () => {
    const planned = plan({ paths: ['guide', 'api/a', 'api/z'] });
    expect(planned.unknownPaths).toEqual(['api/z']);
    expect(urls(planned).filter((url) => url.startsWith('/api') || url.startsWith('/guide'))).toEqual([
      '/api/a.html',
      '/guide/',
    ]);
  });

  test('may all be unknown: the export then says so by name', () => {
    expect(plan({ paths: ['nowhere'] })).toMatchObject({ unknownPaths: ['nowhere'], pageCount: 0 });
  });
});

describe('an export without a page', () => {
  test('is refused with what to correct', () => {
    expect(() => plan({ include: ['/nowhere/**'] })).toThrow(OffprintError);
    expect(() => plan({ include: ['/nowhere/**'] })).toThrow(
      /None of the site's pages are in scope.*include, exclude and paths/,
    );
  });

  test('because of a cap is not: the report then names the cap', () => {
    expect(plan({ maxBytes: 1 }).pageCount).toBe(0);
  });
});

function plan(input: Parameters<typeof exportSettings.parse>[0]): Plan {
  const settings = exportSettings.parse(input);
  const listing: Listing = {
    root: '/site',
    closed: null,
    files: Object.entries(SITE).map(([url, sizeBytes]) => ({
      url,
      file: `/site${url}`,
      sizeBytes,
      isPage: /(\/|\.html)$/.test(url),
      validator: 'v',
      changedMs: 0,
    })),
    skipped: [],
    secrets: [],
  };
  return planOf(listing, scopeOf(settings), settings);
}

function urls(planned: Plan): string[] {
  return planned.exported.map((file) => file.url);
}

function left(planned: Plan): string[] {
  return planned.left.map(({ url, reason }) => `${url} ${reason}`);
}
