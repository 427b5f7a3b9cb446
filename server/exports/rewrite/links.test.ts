import { describe, expect, test } from 'vitest';
import { locator } from '../site/locator.ts';
import { type Links, type LinkTarget, type Resolved, resolveReference } from './links.ts';

const targets: Readonly<Record<string, LinkTarget>> = {
  '/': { kind: 'file', path: 'index.html' },
  '/guide/': { kind: 'file', path: 'guide/index.html' },
  '/guide/start': { kind: 'file', path: 'guide/start.html' },
  '/img/a%20b.png': { kind: 'file', path: 'img/a b.png' },
  '/gone': { kind: 'dead', reason: '404' },
  '/blog/': { kind: 'outside', reason: 'excluded' },
};

const links: Links = {
  site: {
    origin: 'https://docs.example.com',
    hosts: new Set(['docs.example.com', 'www.example.com']),
    queriesSelect: false,
  },
  target: (path) => targets[path],
  publicOrigin: 'https://docs.example.com',
  basePath: '',
};

describe('a link', () => {
  test.each([
    ['../', { kind: 'replace', url: '../index.html' }],
    ['start?tab=2#b', { kind: 'replace', url: 'start.html?tab=2#b' }],
    ['', { kind: 'replace', url: 'index.html' }],
    ['#part', { kind: 'replace', url: '#part' }],
    ['/guide/#part', { kind: 'replace', url: '#part' }],
    ['/img/a b.png', { kind: 'replace', url: '../img/a%20b.png' }],
    ['https://www.example.com/guide/start', { kind: 'replace', url: 'start.html' }],
    ['mailto:a@example.com', { kind: 'keep' }],
    ['https://example.org/a?b=1#c', { kind: 'keep' }],
    ['https://example.org', { kind: 'keep' }],
    ['//example.org/a', { kind: 'replace', url: 'https://example.org/a' }],
  ])('to %j becomes %j', (reference, expected) => {
    expect(follow(reference)).toEqual(expected);
  });

  test('to a page outside the export leads to the public site, and is counted', () => {
    expect(follow('/blog/?page=2#top')).toEqual({
      kind: 'replace',
      url: 'https://docs.example.com/blog/?page=2#top',
      problem: { kind: 'outside', url: '/blog/', element: 'a', reason: 'excluded' },
    });
  });

  test('to a page outside the export of a site without a public address goes', () => {
    const nowhere = { ...links, publicOrigin: undefined };
    expect(follow('/blog/', nowhere)).toEqual({
      kind: 'remove',
      problem: { kind: 'outside', url: '/blog/', element: 'a', reason: 'excluded' },
    });
  });

  test.each([
    ['/gone#part', { kind: 'dead', url: '/gone', element: 'a', reason: '404' }],
    ['/unheard-of', { kind: 'dead', url: '/unheard-of', element: 'a', reason: 'never read' }],
    ['file:///home/jane/index.html', { kind: 'invalid', url: 'file:///home/jane/index.html', element: 'a' }],
    ['http://', { kind: 'invalid', url: 'http://', element: 'a' }],
  ])('to %j goes and is reported', (reference, problem) => {
    expect(follow(reference)).toEqual({ kind: 'remove', problem });
  });

  test('that is no address is quoted in the report only as far as it helps', () => {
    const resolved = follow(`http://${'x y'.repeat(1000)}`);
    expect(resolved.kind === 'remove' && resolved.problem.url.length).toBe(500);
  });
});

describe('what a page loads', () => {
  test('comes from its file', () => {
    expect(load('/img/a%20b.png')).toEqual({ kind: 'replace', url: '../img/a%20b.png' });
  });

  test('from another host goes', () => {
    expect(load('//cdn.example.net/a.js')).toEqual({
      kind: 'remove',
      problem: { kind: 'third-party', url: 'https://cdn.example.net/a.js', element: 'script' },
    });
  });

  test('from another host stays when a kept feature needs it, with its scheme', () => {
    expect(load('https://cdn.example.net/a.js', true)).toEqual({ kind: 'keep' });
    expect(load('//cdn.example.net/a.js', true)).toEqual({
      kind: 'replace',
      url: 'https://cdn.example.net/a.js',
    });
  });

  test('from outside the export goes: the public site cannot be reached', () => {
    expect(load('/blog/')).toMatchObject({ kind: 'remove', problem: { kind: 'outside', url: '/blog/' } });
  });

  test('as data stays', () => {
    expect(load('data:text/javascript,1')).toEqual({ kind: 'keep' });
  });
});

function follow(reference: string, from: Links = links): Resolved {
  return resolveReference(from, reference, {
    locate: locator(links.site)('https://docs.example.com/guide/'),
    file: 'guide/index.html',
    element: 'a',
    loads: false,
    expected: () => false,
  });
}

function load(reference: string, isExpected = false): Resolved {
  return resolveReference(links, reference, {
    locate: locator(links.site)('https://docs.example.com/guide/'),
    file: 'guide/index.html',
    element: 'script',
    loads: true,
    expected: () => isExpected,
  });
}
