import { expect, test } from 'vitest';
import { locator } from './locator.ts';
import { locate, type Site } from './site.ts';

const SITE: Site = {
  origin: 'http://docs.example',
  hosts: new Set(['docs.example', 'docs.example:8443']),
  queriesSelect: true,
  assetHosts: new Set(['cdn.example']),
};

const REFERENCES = `
  a.html a/b.html#c /a/b / a/ ../a ../../../../a/b# .. . ./a a/./b a/../b ./ ../. a/./ /a/.. /../a/. a/../..//b/../c
  ..//../d /.//a ../..// a/.. //other.example/a //docs.example/a //cdn.example/a /a//b a//b ../ .../a .hidden/a a/.hidden
  a.b/c..d ..a ?q a?q=1 #x a#x%20y a#<x> a#ä ä mailto:x a:b a\\b %2e%2e/a a#/route a#!/route a#?x http:a
  https://docs.example/a ~user/_x-1 a#\`x a#'x a#"x a;jsessionid=1 a?id=x#y a.html#x a.html#y a.html
`;
const references = [...REFERENCES.trim().split(/\s+/), '', ' a', 'a\n', 'a b', 'a#x y'];

test.each([
  'http://docs.example/',
  'http://docs.example/one/two/page.html',
  'http://docs.example/one/two/other.html',
  'http://docs.example/one/two/?q=/x/y#/z/',
  'http://docs.example/%C3%A4/page.html',
  'http://docs.example/%c3%a4 b/%41/page.html',
  'http://docs.example/one//two//page.html',
  'http://docs.example//page.html',
  'http://docs.example/one;jsessionid=x/page.html',
  'http://other.example/one/page.html',
  'http://cdn.example/one/page.html',
  'https://docs.example:8443/one/page.html',
  'data:text/html,x/y',
])('references from %s come to what they come to one by one', (base) => {
  const hashRoutes = new Set(['/a', '/one/two/a', '/one/two/']);
  for (const site of [
    SITE,
    { ...SITE, queriesSelect: false },
    { ...SITE, hashRoutes, headingParameter: 'id' },
  ]) {
    const locateFrom = locator(site);
    // Covers results cached from another page of the folder, and from the page itself.
    for (const page of ['http://docs.example/one/two/first.html', base, base]) {
      const located = locateFrom(page);
      for (const loads of [false, true])
        for (const reference of references)
          expect([reference, located(reference, loads)]).toEqual([
            reference,
            locate(site, reference, page, loads),
          ]);
    }
  }
});

test('more paths than are remembered come to what they come to', () => {
  const located = locator(SITE)('http://docs.example/one/page.html');
  const paths = Array.from({ length: 60_000 }, (_, number) => `folder-${number % 100}/page-${number}.html`);
  for (let round = 0; round < 2; round++) {
    const wrong = paths.filter((path) => {
      const place = located(`../${path}#x`);
      return place.kind !== 'internal' || place.path !== `/${path}` || place.suffix !== '#x';
    });
    expect(wrong).toEqual([]);
  }
});
