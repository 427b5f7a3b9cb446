import { describe, expect, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { parseRobots } from '../origin/robots.ts';
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
      '/ not in the selected paths',
      '/guide/ not in the selected paths',
      '/guide/start/more.html not in the selected paths',
    ]);
  });

  test('and include must both agree', () => {
    const scope = scopeOf({ ...ALL, include: ['/guide/**'], paths: ['guide/a', 'api/b'] });
    expect(reasons(scope, ['/guide/a.html', '/api/b.html', '/guide/c.html'])).toEqual([
      '/api/b.html not included',
      '/guide/c.html not in the selected paths',
    ]);
  });
});

describe('an export of a live site', () => {
  const live = { prefix: '/docs/', hasSession: false, maxDepth: 9 };

  test('takes what lies below its start, and what that needs from anywhere', () => {
    const scope = scopeOf(ALL, live);
    expect(reasons(scope, ['/docs/', '/docs/a?b', '/docs/a/b#/c'])).toEqual([]);
    const outside = ['/', '/docs', '/docsx', '/blog/'];
    expect(reasons(scope, outside)).toEqual(outside.map((url) => `${url} not below the start address`));
    expect(scope.skipReason('/img/a.png', false)).toBe(undefined);
    expect(scope.skipReason('https://cdn.example.com/a.css', false)).toBe(undefined);
  });

  test('from a start without a slash takes it and what is below', () => {
    const scope = scopeOf(ALL, { ...live, prefix: '/docs' });
    expect(reasons(scope, ['/docs', '/docs/', '/docs/a', '/docs?x'])).toEqual([]);
    expect(reasons(scope, ['/docsx', '/'])).toHaveLength(2);
  });

  test('does what robots.txt asks', () => {
    const robots = parseRobots('User-agent: *\nDisallow: /docs/no');
    const scope = scopeOf(ALL, { ...live, robots });
    expect(reasons(scope, ['/docs/no/a', '/docs/yes'])).toEqual(['/docs/no/a forbidden by robots.txt']);
    expect(scope.skipReason('/docs/no.png', false)).toBe('forbidden by robots.txt');
  });

  test('ends no session, where there is one', () => {
    const ends = [
      '/docs/logout',
      '/docs/sign-out/',
      '/docs/x?action=logout',
      '/docs/logoff.do',
      '/docs/logout?next=/',
    ];
    const scope = scopeOf(ALL, { ...live, hasSession: true });
    expect(reasons(scope, ends)).toEqual(ends.map((url) => `${url} logout link`));
    expect(reasons(scope, ['/docs/guide/logout.html', '/docs/logouts', '/docs/x?tab=logouts'])).toEqual([]);
    expect(reasons(scopeOf(ALL, live), ends)).toEqual([]);
  });

  test('leaves traps alone', () => {
    expect(reasons(scopeOf(ALL, live), ['/docs/a/a/a/a/a/a/'])).toEqual([
      '/docs/a/a/a/a/a/a/ repeated segments',
    ]);
  });
});

function reasons(scope: Scope, urls: readonly string[]): string[] {
  return urls.flatMap((url) => {
    const reason = scope.skipReason(url, true);
    return reason === undefined ? [] : [`${url} ${reason}`];
  });
}

test('a long address is looked at in no time', () => {
  const started = threadMs();
  const scope = scopeOf({ ...ALL, exclude: ['/x/**'] });
  expect(scope.skipReason(`/${'a'.repeat(300_000)}`, true)).toBe(undefined);
  expect(threadMs() - started).toBeLessThan(3000);
});
