import { describe, expect, test } from 'vitest';
import {
  absoluteUrl,
  encodeSegment,
  locate,
  normalPath,
  relativeUrl,
  rooted,
  type Site,
  siteKey,
  spellings,
  toSitePath,
} from './site.ts';

const site: Site = {
  origin: 'https://docs.example.com',
  hosts: new Set(['docs.example.com', 'www.example.com:8080']),
  queriesSelect: false,
};
const BASE = 'https://docs.example.com/guide/start';

describe('what a page refers to', () => {
  test.each([
    ['install', '/guide/install', ''],
    ['./install/', '/guide/install/', ''],
    ['../', '/', ''],
    ['../../../..', '/', ''],
    ['/a/./b/../c', '/a/c', ''],
    ['/a/%2e%2e/b', '/b', ''],
    ['?q=1#part', '/guide/start', '?q=1#part'],
    ['#part', '/guide/start', '#part'],
    ['', '/guide/start', ''],
    ['//docs.example.com/a', '/a', ''],
    ['http://docs.example.com/a', '/a', ''],
    ['https://user:secret@docs.example.com/a', '/a', ''],
    ['https://DOCS.EXAMPLE.COM:443/a', '/a', ''],
    ['http://www.example.com:8080/a', '/a', ''],
    ['\\a\\b', '/a/b', ''],
    ['/a\n/b', '/a/b', ''],
  ])('%j is a place of the site', (reference, path, suffix) => {
    expect(locate(site, reference, BASE)).toMatchObject({ kind: 'internal', path, suffix });
  });

  test('has its fragment apart from its query', () => {
    expect(locate(site, 'a?b=1#c%20d', BASE)).toMatchObject({ suffix: '?b=1#c%20d', fragment: 'c%20d' });
  });

  test('has its query in the path where queries select content', () => {
    const live = { ...site, queriesSelect: true };
    expect(locate(live, 'a?page=2#c', BASE)).toEqual({
      kind: 'internal',
      path: '/guide/a?page=2',
      suffix: '#c',
      fragment: 'c',
    });
  });

  test.each([
    'https://example.org/',
    '//example.org/a',
    'https://www.example.com/',
    'https://docs.example.com:8443/',
  ])('%j is another site', (reference) => {
    expect(locate(site, reference, BASE).kind).toBe('external');
  });

  test.each([
    'mailto:a@example.com',
    'tel:1',
    'javascript:void(0)',
    'data:,x',
    'about:blank',
    'ftp://docs.example.com/',
  ])('%j is nothing that is fetched', (reference) => {
    expect(locate(site, reference, BASE)).toEqual({ kind: 'opaque' });
  });

  test.each(['file:///etc/passwd', 'file:a.html', 'http://', 'https://a b/', '/a%00b', 'http://[1'])(
    '%j is nothing that anybody can open',
    (reference) => {
      expect(locate(site, reference, BASE)).toEqual({ kind: 'invalid' });
    },
  );
});

describe('a path', () => {
  test.each([
    ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/%41%7E%2D', '/A~-'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%5cb', '/a%5Cb'],
    ['/a+b,c;d=e@f:g', '/a%2Bb%2Cc%3Bd%3De%40f%3Ag'],
    ["/it's", '/it%27s'],
    ['/100%', '/100%25'],
    ['/100%25', '/100%25'],
    ['/%zz', '/%25zz'],
    ['/%e9', '/%E9'],
    ['/%e9%', '/%E9%25'],
    ['/', '/'],
    ['//a', '//a'],
  ])('%s is spelled %s, whoever wrote it', (path, spelled) => {
    expect(normalPath(path)).toBe(spelled);
    expect(normalPath(spelled)).toBe(spelled);
  });

  test('with a zero byte has no file', () => {
    expect(normalPath('/a%00')).toBeUndefined();
  });
});

test('a file has the path that links to it have', () => {
  for (const file of ["it's 100% größe+.html", 'a/b c/d#e?f.png', '表/ソース.js', 'a%20b.txt']) {
    const path = toSitePath(file);
    expect(normalPath(path)).toBe(path);
    expect(locate(site, path, BASE)).toMatchObject({ kind: 'internal', path });
    expect(path.slice(1).split('/').map(decodeURIComponent).join('/')).toBe(file);
  }
});

test('a name in a URL can stand in quotes of both kinds, in srcset and in CSS', () => {
  expect(encodeSegment(`a'b"c,d e\\f`)).toBe('a%27b%22c%2Cd%20e%5Cf');
});

describe('the relative URL of a file', () => {
  test.each([
    ['index.html', 'a.html', 'a.html'],
    ['index.html', 'index.html', 'index.html'],
    ['a/b.html', 'a/c.html', 'c.html'],
    ['a/b.html', 'c.html', '../c.html'],
    ['a/b/c.html', 'a/d/e.html', '../d/e.html'],
    ['a/b/c.html', 'd/e.html', '../../d/e.html'],
    ['index.html', 'a/b/c.html', 'a/b/c.html'],
    ['ab/c.html', 'abc/d.html', '../abc/d.html'],
    ['a/b.html', 'a/b/c.html', 'b/c.html'],
    ['a/index.html', 'a/b/index.html', 'b/index.html'],
    ['a.html', 'a b/größe#1?.html', 'a%20b/gr%C3%B6%C3%9Fe%231%3F.html'],
    ['größe/a.html', 'größe/b.html', 'b.html'],
    ['a.html', 'mailto:x', 'mailto%3Ax'],
  ])('from %s to %s is %s', (from, to, url) => {
    expect(relativeUrl(from, to)).toBe(url);
  });

  test('leads to that file in a browser, from any folder', () => {
    const files = [
      'index.html',
      'a/index.html',
      'a/b/c.html',
      'ä/ü.html',
      'a b/c.html',
      'deep/er/and/deeper.html',
    ];
    const place = (file: string): string =>
      `file:///bundle/${file.split('/').map(encodeURIComponent).join('/')}`;
    for (const from of files) {
      for (const to of files) expect(new URL(relativeUrl(from, to), place(from)).href).toBe(place(to));
    }
  });
});

describe('a page asked for by its path', () => {
  test.each([
    ['guide/start', '/guide/start.html'],
    ['/guide/start', '/guide/start'],
    ['guide/start/', '/guide/start/'],
    ['guide/start', '/guide/start/'],
    ['guide/start.html', '/guide/start.html'],
    ['guide/start.html', '/guide/start/'],
    ['guide/start.html#part', '/guide/start.html'],
    ['guide/', '/guide.html'],
    ['guide/index.html', '/guide/'],
    ['guide/index', '/guide/'],
    ['index', '/'],
    ['index.html', '/'],
    ['/', '/'],
    ['', '/'],
    ['café menu', '/caf%C3%A9%20menu.html'],
    ['caf%C3%A9%20menu', '/caf%C3%A9%20menu.html'],
    ['100%', '/100%25.html'],
  ])('%j may mean %s', (asked, place) => {
    expect(spellings(asked)).toContain(place);
  });

  test('is first of all what was written', () => {
    expect(spellings('guide/start')[0]).toBe('/guide/start');
    expect(spellings('/')[0]).toBe('/');
  });

  test('is nothing when no file can have that name', () => {
    expect(spellings('a\0b')).toEqual([]);
  });

  test('never fails, whatever was written', () => {
    expect(() => spellings('\ud800/%/%ff/?')).not.toThrow();
  });
});

test('a path or glob stands from the root of the site', () => {
  expect([rooted('guide/**'), rooted('/guide/**'), rooted('**/*.pdf')]).toEqual([
    '/guide/**',
    '/guide/**',
    '/**/*.pdf',
  ]);
});

describe('a live site', () => {
  const live: Site = {
    origin: 'http://127.0.0.1:8080',
    hosts: new Set(['127.0.0.1:8080', 'docs.example.com']),
    queriesSelect: true,
    assetHosts: new Set(['cdn.example.com']),
  };
  const at = (reference: string, loads = false, site = live) => {
    const place = locate(site, reference, 'http://127.0.0.1:8080/guide/start', loads);
    return place.kind === 'internal' ? [place.path, place.suffix, place.fragment] : place.kind;
  };

  test.each([
    ['?q=1#part', '/guide/start?q=1', '#part', 'part'],
    ['https://docs.example.com/a?b', '/a?b', '', ''],
    ['/a?utm_source=x&b=1&fbclid=2', '/a?b=1', '', ''],
    ['/a?utm_source=x#y', '/a', '#y', 'y'],
    ['/a;jsessionid=ABC123?x=1', '/a?x=1', '', ''],
    ['/a?PHPSESSID=x', '/a', '', ''],
    ['/a?sid=3', '/a?sid=3', '', ''],
    ['/a?sid=0123456789abcdef0123', '/a', '', ''],
    ['/a?x=1&x=2&', '/a?x=1&x=2', '', ''],
    ['/@scope/pkg:1.2,3', '/@scope/pkg:1.2,3', '', ''],
    ['/%7euser/%e4%b8%ad/%2f', '/~user/%E4%B8%AD/%2F', '', ''],
    ['/100%', '/100%25', '', ''],
    ['#/a/b?id=x', '/guide/start', '#/a/b?id=x', '/a/b?id=x'],
  ])('knows %s as %s', (reference, path, suffix, fragment) => {
    expect(at(reference)).toEqual([path, suffix, fragment]);
  });

  test('has files of asset hosts where a page loads them, not where it links to them', () => {
    expect(at('https://cdn.example.com/x.css?v=1#y', true)).toEqual([
      'https://cdn.example.com/x.css?v=1',
      '#y',
      'y',
    ]);
    expect(at('//cdn.example.com/x.css', true)).toEqual(['http://cdn.example.com/x.css', '', '']);
    expect(at('https://cdn.example.com/x.css')).toBe('external');
    expect(at('https://cdn.example.com:8443/x.css', true)).toBe('external');
  });

  test.each([
    ['/quick?id=install', '/quick', '#install', 'install'],
    ['/quick?lang=de&id=install#x', '/quick?lang=de', '#install', 'install'],
    ['/quick#x', '/quick', '#x', 'x'],
  ])('whose router names headings in the query knows %s as %s%s', (reference, path, suffix, fragment) => {
    expect(at(reference, false, { ...live, headingParameter: 'id' })).toEqual([path, suffix, fragment]);
  });

  const hashRoutes = new Set(['/', '/docs/', '/docs/?v=1']);
  test.each([
    ['/#/', '/', '', ''],
    ['/#/a/b', '/#/a/b', '', ''],
    ['/#!/a/b', '/#!/a/b', '', ''],
    ['/other#/a', '/other', '#/a', '/a'],
    ['/docs/?v=1#/a?id=x', '/docs/?v=1#/a', '#x', 'x'],
    ['/docs/#/a?tab=2&id=x', '/docs/#/a?tab=2', '#x', 'x'],
    ['/docs/#heading', '/docs/', '#heading', 'heading'],
  ])('whose router lives in fragments knows %s as %s%s', (reference, path, suffix, fragment) => {
    expect(at(reference, false, { ...live, headingParameter: 'id', hashRoutes })).toEqual([
      path,
      suffix,
      fragment,
    ]);
  });

  test('of other names has another key', () => {
    const keys = [
      live,
      { ...live, origin: 'https://docs.example.com' },
      { ...live, hosts: new Set(['docs.example.com']) },
      { ...live, assetHosts: new Set<string>() },
      { ...live, headingParameter: 'id' },
      { ...live, hashRoutes: new Set(['/']) },
      { ...live, queriesSelect: false },
    ].map(siteKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(siteKey({ ...live, hosts: new Set([...live.hosts].reverse()) })).toBe(keys[0]);
  });

  test('has whole URLs for names of asset hosts', () => {
    expect(absoluteUrl('http://h', '/a')).toBe('http://h/a');
    expect(absoluteUrl('http://h', '//a')).toBe('http://h//a');
    expect(absoluteUrl('http://h', 'https://cdn/a')).toBe('https://cdn/a');
  });
});
