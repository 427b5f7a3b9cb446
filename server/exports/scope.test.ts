import { describe, expect, test } from 'vitest';
import { type Scope, scopeOf } from './scope.ts';

const ALL = { include: [], exclude: [], paths: [] };

describe('an export without restrictions', () => {
  test('takes everything', () => {
    const scope = scopeOf(ALL);
    expect(scope.isPartial).toBe(false);
    expect(reasons(scope, ['/', '/guide/', '/.well-known/security.txt', '/a%20b.html'])).toEqual([]);
  });
});

describe('include', () => {
  test.each([
    [
      '/guide/**',
      ['/guide/', '/guide/a.html', '/guide/deep/er/b.html'],
      ['/', '/guides/a.html', '/api/guide/a.html'],
    ],
    ['guide/**', ['/guide/a.html'], ['/']],
    ['/guide/*', ['/guide/a.html', '/guide/.hidden.html'], ['/guide/deep/b.html']],
    ['**/*.md.html', ['/a.md.html', '/x/y/b.md.html'], ['/a.html']],
    ['**/internal/**', ['/internal/a.html', '/x/internal/b.html'], ['/internals/a.html']],
    ['/**', ['/', '/guide/', '/guide/a.html'], []],
    ['/{guide,api}/**', ['/guide/a.html', '/api/b.html'], ['/blog/c.html']],
    ['/v[12]/**', ['/v1/a.html', '/v2/a.html'], ['/v3/a.html']],
    ['/café menu/**', ['/caf%C3%A9%20menu/a.html'], ['/cafe/a.html']],
    ['/list', ['/list?page=2'], ['/list/a']],
  ])('%s takes %j and not %j', (glob, taken, left) => {
    const scope = scopeOf({ ...ALL, include: [glob] });
    expect(scope.isPartial).toBe(true);
    expect(reasons(scope, taken)).toEqual([]);
    expect(reasons(scope, left)).toEqual(left.map((url) => `${url} not included`));
  });

  test('takes what any of several globs takes', () => {
    const scope = scopeOf({ ...ALL, include: ['/guide/**', '/api/**'] });
    expect(reasons(scope, ['/guide/a.html', '/api/a.html', '/blog/a.html'])).toEqual([
      '/blog/a.html not included',
    ]);
  });

  test('does not choose among what pages load', () => {
    const scope = scopeOf({ ...ALL, include: ['/guide/**'] });
    expect(scope.skipReason('/assets/site.css', false)).toBeUndefined();
  });
});

describe('exclude', () => {
  test('leaves out pages and what pages load, whatever else chooses them', () => {
    const scope = scopeOf({
      include: ['/guide/**'],
      exclude: ['**/internal/**', '/guide/b.html'],
      paths: ['guide/b'],
    });
    expect(reasons(scope, ['/guide/internal/a.html', '/guide/b.html'])).toEqual([
      '/guide/internal/a.html excluded',
      '/guide/b.html excluded',
    ]);
    expect(scope.skipReason('/assets/internal/a.png', false)).toBe('excluded');
  });

  test('alone makes no partial export', () => {
    expect(scopeOf({ ...ALL, exclude: ['/blog/**'] }).isPartial).toBe(false);
  });

  test('matches names that are not UTF-8 as they are written', () => {
    expect(scopeOf({ ...ALL, exclude: ['/%E9/**'] }).skipReason('/%E9/a.html', true)).toBe('excluded');
  });
});

describe('paths', () => {
  test('take these pages only, however they are spelled', () => {
    const scope = scopeOf({ ...ALL, paths: ['guide/start', '/api/', 'café'] });
    expect(scope.isPartial).toBe(true);
    expect(reasons(scope, ['/guide/start.html', '/guide/start/', '/api/', '/caf%C3%A9.html'])).toEqual([]);
    expect(reasons(scope, ['/', '/guide/', '/guide/start/more.html'])).toEqual([
      '/ not among the paths',
      '/guide/ not among the paths',
      '/guide/start/more.html not among the paths',
    ]);
  });

  test('and include must both agree', () => {
    const scope = scopeOf({ ...ALL, include: ['/guide/**'], paths: ['guide/a', 'api/b'] });
    expect(reasons(scope, ['/guide/a.html', '/api/b.html', '/guide/c.html'])).toEqual([
      '/api/b.html not included',
      '/guide/c.html not among the paths',
    ]);
  });
});

function reasons(scope: Scope, urls: readonly string[]): string[] {
  return urls.flatMap((url) => {
    const reason = scope.skipReason(url, true);
    return reason === undefined ? [] : [`${url} ${reason}`];
  });
}
