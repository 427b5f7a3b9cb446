import { describe, expect, test } from 'vitest';
import { KnownReferences, pathFrom, plainFolder } from './known-references.ts';
import { codesOf } from './parse/character-codes.ts';
import { locate } from './site.ts';

describe('what is found by its characters is what the URL parser finds', () => {
  const references = [
    ...[
      'a.html',
      'a/b.html#c',
      '/a/b',
      '/',
      'a/',
      '../a',
      '../../../../a/b#',
      '..',
      '.',
      './a',
      'a/./b',
      'a/../b',
      './',
      '../.',
      'a/./',
      '/a/..',
      '/../a/.',
      'a/../..//b/../c',
      '..//../d',
      '/.//a',
      '../..//',
    ],
    ...[
      'a/..',
      '//other.example/a',
      '/a//b',
      'a//b',
      '../',
      '.../a',
      '.hidden/a',
      'a/.hidden',
      'a.b/c..d',
      '..a',
    ],
    ...[
      '?q',
      'a?q=1',
      '#x',
      'a#x y',
      'a#x%20y',
      'a#<x>',
      'a#ä',
      'ä',
      'a b',
      ' a',
      'a\n',
      'mailto:x',
      'a:b',
      'a\\b',
      '%2e%2e/a',
    ],
    ...[
      'a#/route',
      'a#!/route',
      'a#?x',
      'http:a',
      'https://docs.example/a',
      '~user/_x-1',
      'a#`x',
      "a#'x",
      'a#"x',
    ],
  ];
  const bases = [
    'http://docs.example/',
    'http://docs.example/one/two/page.html',
    'http://docs.example/one/two/?q=/x/y#/z/',
    'http://docs.example/%C3%A4/page.html',
    'http://docs.example/%c3%a4 b/%41/page.html',
    'http://docs.example/one//two//page.html',
    'http://docs.example//page.html',
    'http://docs.example/one;jsessionid=x/page.html',
    'http://other.example/one/page.html',
    'https://docs.example:8443/one/page.html',
  ];
  for (const queriesSelect of [true, false]) {
    test.each(bases)(`from %s, queries ${queriesSelect ? 'select' : 'mean nothing'}`, (base) => {
      const site = {
        origin: 'http://docs.example',
        hosts: new Set(['docs.example', 'docs.example:8443']),
        queriesSelect,
      };
      const folder = plainFolder(site, base);
      expect(folder !== undefined).toBe(!/other|;/.test(base));
      const known = new KnownReferences<string>().within(folder ?? '');
      let plain = 0;
      for (const reference of [...references, ...references]) {
        if (folder === undefined) continue;
        const found = pathAndFragment(known, reference, (path) => pathFrom(folder, path));
        if (found === undefined) continue;
        plain++;
        const place = locate(site, reference, base);
        expect([reference, place]).toEqual([
          reference,
          { kind: 'internal', path: found.path, suffix: found.fragment, fragment: found.fragment.slice(1) },
        ]);
      }
      expect(plain).toBe(folder === undefined ? 0 : 2 * 32);
    });
  }
});

test.each(['a#/route', 'a#!/route', 'a#', '#x', '', 'a?q', 'a:b', 'a%20b', 'ä', 'a b'])(
  '%j is not plain',
  (reference) => {
    expect(pathAndFragment(new KnownReferences<string>(), reference, (path) => path)).toBeUndefined();
  },
);

test('a site with routes in fragments has no plain references', () => {
  const site = { origin: 'http://docs.example', hosts: new Set(['docs.example']), queriesSelect: true };
  expect(plainFolder(site, 'http://docs.example/a/b?c#d')).toBe('/a/');
  expect(plainFolder({ ...site, hashRoutes: new Set<string>() }, 'http://docs.example/a/b')).toBeUndefined();
  expect(plainFolder(site, 'http://docs.example/a;jsessionid=b/c')).toBeUndefined();
  expect(plainFolder(site, 'data:text/html,x')).toBeUndefined();
});

test('what a path comes to is asked once in a folder, and anew in another one', () => {
  const known = new KnownReferences<string>();
  const asked: string[] = [];
  const ask = (reference: string, folder: string): string | undefined =>
    pathAndFragment(known.within(folder), reference, (path) => {
      asked.push(path);
      return folder + path;
    })?.path;
  expect(['a.html#x', 'a.html#y', 'a.html'].map((reference) => ask(reference, '/one/'))).toEqual(
    Array(3).fill('/one/a.html'),
  );
  expect(ask('a.html', '/two/')).toBe('/two/a.html');
  expect(ask('a.html#z', '/two/')).toBe('/two/a.html');
  expect(asked).toEqual(['a.html', 'a.html']);
});

test('more paths than it has room for are found all the same', () => {
  const known = new KnownReferences<string>();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 60_000; number++) {
      const path = `../folder-${number % 100}/page-${number}.html`;
      expect(pathAndFragment(known, path, (found) => `!${found}`)?.path).toBe(`!${path}`);
    }
  }
  const long = 'x'.repeat(2 ** 20 + 1);
  expect(pathAndFragment(known, long, (found) => found)).toBeUndefined();
  expect(pathAndFragment(known, 'x', (found) => found)?.path).toBe('x');
});

test('is found in texts beyond ASCII, too', () => {
  const known = new KnownReferences<string>();
  const text = 'größe 😀 a.html#b';
  const start = text.indexOf('a.html');
  for (let round = 0; round < 2; round++) {
    const found = known.at(codesOf(text), start, text.length, (path) => path);
    expect([found?.value, found?.length]).toEqual(['a.html', 6]);
  }
});

function pathAndFragment(
  known: KnownReferences<string>,
  reference: string,
  find: (path: string) => string | undefined,
): { path: string; fragment: string } | undefined {
  const found = known.at(codesOf(reference), 0, reference.length, find);
  return found && { path: found.value, fragment: reference.slice(found.length) };
}
