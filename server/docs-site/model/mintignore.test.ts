import { describe, expect, it } from 'vitest';
import { treeOf } from '../site.test-support.ts';
import { ignoredPaths } from './mintignore.ts';

const isIgnored = (rules: string, path: string): boolean =>
  ignoredPaths(treeOf({ '.mintignore': rules }))(path);

describe('.mintignore', () => {
  it.each([
    ['drafts/', 'drafts/a.mdx', true],
    ['drafts/', 'guide/drafts/a.mdx', true],
    ['drafts/', 'guide/drafts.mdx', false],
    ['/drafts', 'guide/drafts/a.mdx', false],
    ['guide/*.mdx', 'guide/a.mdx', true],
    ['guide/*.mdx', 'guide/deep/a.mdx', false],
    ['guide/*.mdx', 'en/guide/a.mdx', false],
    ['*.tmp.mdx', 'guide/a.tmp.mdx', true],
    ['a?.mdx', 'ab.mdx', true],
    ['a?.mdx', 'a.mdx', false],
    ['guide/**', 'guide/a/b.mdx', true],
    ['guide/**', 'guide', false],
    ['guide/**/b.mdx', 'guide/b.mdx', true],
    ['guide/**/b.mdx', 'guide/x/y/b.mdx', true],
    ['**/b.mdx', 'x/y/b.mdx', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b', 'xbxa', false],
    ['(a|b).mdx', 'a.mdx', false],
    ['*.mdx\n!keep.mdx', 'keep.mdx', false],
    ['a.mdx   ', 'a.mdx', true],
    ['a\\ ', 'b', false],
  ])('%j leaves out %s: %s', (rules, path, expected) => {
    expect(isIgnored(rules, path)).toBe(expected);
  });

  it.each([
    ['stars', `${'*a'.repeat(40)}*b`, 'a'.repeat(200)],
    ['folders', `${'**/'.repeat(40)}b`, `${'a/'.repeat(200)}a`],
    ['both', `${'**/*a*a*a/'.repeat(20)}b`, `${'aaaaaa/'.repeat(100)}a`],
  ])('that would have others try %s without end is matched at once', (_name, rules, path) => {
    expect(isIgnored(rules, path)).toBe(false);
  });
});
