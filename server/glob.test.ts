import { describe, expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['/guide/*', ['/guide/a.html', '/guide/.hidden'], ['/guide/', '/guide/a/b', '/guide']],
    ['/guide/**', ['/guide', '/guide/', '/guide/a', '/guide/a/b'], ['/guides', '/']],
    ['**/a.md', ['a.md', 'x/a.md', 'x/y/a.md'], ['xa.md', 'x/a.md/b']],
    ['/a/**/b', ['/a/b', '/a/x/b', '/a/x/y/b'], ['/ab', '/a/xb']],
    ['**', ['', 'a', '/a/b'], []],
    ['*.md', ['a.md', '.md'], ['a/b.md', 'amd']],
    ['a?c', ['abc', 'aéc'], ['ac', 'a/c']],
    ['/v[12]/*', ['/v1/x'], ['/v3/x', '/v/x']],
    ['/v[!1]', ['/v2'], ['/v1', '/v']],
    ['/{a,b{c,d}}/x', ['/a/x', '/bc/x', '/bd/x'], ['/b/x', '/c/x']],
    ['/{a', ['/{a'], ['/a']],
    ['/a,b}', ['/a,b}'], ['/a']],
    ['/a\\*b', ['/a*b'], ['/axb']],
    ['/a.b+(c)^$|', ['/a.b+(c)^$|'], ['/axb']],
    ['/😀?', ['/😀x'], ['/😀']],
    ['/a**b', ['/ab', '/axxb'], ['/a/b']],
    ['/[', ['/['], ['/']],
    ['/[]a]', ['/]', '/a'], ['/b']],
  ])('%s takes %j and not %j', (glob, taken, left) => {
    const matches = globMatcher([glob]);
    expect(taken.filter((path) => !matches(path))).toEqual([]);
    expect(left.filter(matches)).toEqual([]);
  });

  it('may ignore case, and one of several is enough', () => {
    expect(globMatcher(['x', '*.MD'], { ignoreCase: true })('readme.md')).toBe(true);
    expect(globMatcher([])('x')).toBe(false);
  });

  it.each([
    `/*${'a*'.repeat(100)}b`,
    '*?'.repeat(60),
    `**/${'**/a/'.repeat(50)}b`,
    `{${'a,'.repeat(200)}b}*c`,
    '{'.repeat(500),
    '['.repeat(500),
  ])(
    'that would have others try without end is matched at once: %s',
    (glob) => {
      const matches = globMatcher([glob]);
      expect(matches(`/${'a'.repeat(2000)}`)).toBe(false);
    },
    5_000,
  );

  it.each([[['{'.repeat(60_000)]], [Array.from({ length: 300 }, () => `{${'a,'.repeat(200)}b}`)]])(
    'is refused where it, or all together, are too long',
    (globs) => {
      expect(() => globMatcher(globs)).toThrow('Shorten or combine them');
    },
  );
});
