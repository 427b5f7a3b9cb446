import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { encodeSegment, toSitePath } from '../site/site.ts';
import { type Allocatable, allocatePaths, PATH_MAX_BYTES } from './allocate.ts';

describe('the file of a page', () => {
  test.each([
    ['/', 'index.html'],
    ['/guide/', 'guide/index.html'],
    ['/guide', 'guide.html'],
    ['/guide/start', 'guide/start.html'],
    ['/guide/start.html', 'guide/start.html'],
    ['/guide/start.HTM', 'guide/start.HTM'],
    ['/guide/start.xhtml', 'guide/start.xhtml'],
    ['/guide/start.php', 'guide/start.php.html'],
    ['/v1.2/notes', 'v1.2/notes.html'],
    ['/v1.2', 'v1.2.html'],
    ['/caf%C3%A9/%E8%A1%A8', 'café/表.html'],
    ['/emoji-%F0%9F%8E%89', 'emoji-🎉.html'],
  ])('%s is %s', (url, path) => {
    expect(fileOf(url, 'page')).toBe(path);
  });

  test('has a name of its own for each query', () => {
    const [plain, second, third] = ['/list', '/list?page=2', '/list?page=3'].map((url) =>
      fileOf(url, 'page'),
    );
    expect(plain).toBe('list.html');
    expect(second).toMatch(/^list~[0-9a-f]{8}\.html$/);
    expect(third).toMatch(/^list~[0-9a-f]{8}\.html$/);
    expect(third).not.toBe(second);
  });
});

describe('the file of what pages load', () => {
  test.each([
    ['/css/site.css', 'css/site.css'],
    ['/download', 'download'],
    ['/img/a%20b.png', 'img/a b.png'],
    ['/assets/@local.C1.js', 'assets/@local.C1.js'],
    ['/_next/static/%5Bslug%5D.js', '_next/static/[slug].js'],
  ])('%s is %s', (url, path) => {
    expect(fileOf(url, 'asset')).toBe(path);
  });

  test('keeps its extension behind what stands for its query', () => {
    expect(fileOf('/css/site.css?v=2', 'asset')).toMatch(/^css\/site~[0-9a-f]{8}\.css$/);
    expect(fileOf('/fonts?family=Inter', 'asset')).toMatch(/^fonts~[0-9a-f]{8}$/);
  });
});

describe('the file of what comes from asset hosts', () => {
  test('lies below the name of its host', () => {
    expect(fileOf('https://cdn.example.com:8443/npm/x@1.2/y.css?v=3', 'asset')).toMatch(
      /^_assets\/cdn\.example\.com_8443\/npm\/x@1\.2\/y~\w{8}\.css$/,
    );
    expect(fileOf('https://cdn.example.com/', 'page')).toBe('_assets/cdn.example.com/index.html');
  });

  test('never collides with the site’s own, nor http with https', () => {
    const paths = Object.values(
      files(['/_assets/cdn.example/x.css', 'https://cdn.example/x.css', 'http://cdn.example/x.css'], 'asset'),
    );
    expect(new Set(paths).size).toBe(3);
  });
});

describe('the file of a route in a fragment', () => {
  test.each([
    ['/#/a/b', 'a/b.html'],
    ['/#/a/', 'a/index.html'],
    ['/docs/#/a/b', 'docs/a/b.html'],
    ['/docs/index.html#/a', 'docs/a.html'],
    ['/#/a?tab=2', `a~${/~(\w{8})/.exec(fileOf('/a?tab=2', 'page'))?.[1]}.html`],
  ])('%s stands beside the document that shows it: %s', (url, file) => {
    expect(fileOf(url, 'page')).toBe(file);
  });
});

describe('the extension of a page', () => {
  test.each([
    ['/', 'text/html', 'index.html'],
    ['/', 'application/xhtml+xml; charset=utf-8', 'index.xhtml'],
    ['/a/', 'application/xhtml+xml', 'a/index.xhtml'],
    ['/guide', 'application/xhtml+xml', 'guide.xhtml'],
    ['/ref.html', 'application/xhtml+xml', 'ref.xhtml'],
    ['/ref.xht', 'application/xhtml+xml', 'ref.xht'],
    ['/ref.xhtml', 'text/html; charset=utf-8', 'ref.xhtml.html'],
    ['/ref.php?a=1', 'application/xhtml+xml', expect.stringMatching(/^ref\.php~\w{8}\.xhtml$/)],
  ])('of %s (%s) says how it is read: %s', (url, contentType, file) => {
    expect(allocatePaths([{ url, kind: 'page', contentType }])[0]?.path).toEqual(file);
  });
});

describe('the name that the origin gives a file', () => {
  const named = (url: string, fileName: string, contentType = 'application/pdf') => ({
    url,
    kind: 'asset' as const,
    contentType,
    fileName,
  });

  test('takes the place of that in its URL, once', () => {
    const files = allocatePaths([
      named('/get?id=1', 'manual.pdf'),
      named('/get?id=2', 'manual.pdf'),
      named('/docs/get', 'con.pdf'),
      named('/style', 'style.txt', 'text/css'),
    ]);
    expect(files.map(({ path }) => path)).toEqual([
      'docs/_con.pdf',
      'manual.pdf',
      expect.stringMatching(/^manual~\w{8}\.pdf$/),
      'style.txt.css',
    ]);
  });
});

describe('the extension of a file', () => {
  const typed = (url: string, contentType: string): string | undefined =>
    allocatePaths([{ url, kind: 'asset', contentType }])[0]?.path;

  test.each([
    ['/css', 'text/css; charset=utf-8', 'css.css'],
    ['/site.php', 'text/css', 'site.php.css'],
    ['/site.css', 'text/css', 'site.css'],
    ['/lib', 'application/javascript', 'lib.js'],
    ['/lib.mjs', 'text/javascript', 'lib.mjs'],
    ['/icon', 'image/svg+xml', 'icon.svg'],
    ['/icon.svgz', 'image/svg+xml', 'icon.svg'],
    ['/pic', 'image/png', 'pic.png'],
    ['/pic.jpg', 'image/png', 'pic.jpg'],
    ['/data', 'application/json', 'data.json'],
    ['/LICENSE', 'application/octet-stream', 'LICENSE'],
    ['/README', 'text/plain', 'README'],
  ])('of %s (%s) says what browsers go by: %s', (url, contentType, file) => {
    expect(typed(url, contentType)).toBe(file);
  });
});

describe('names that a system does not take', () => {
  test.each([
    ['/con', '_con.html'],
    ['/CON', '_CON.html'],
    ['/aux.html', '_aux.html'],
    ['/nul.tar.gz', '_nul.tar.gz.html'],
    ['/com1/lpt9/x', '_com1/_lpt9/x.html'],
    ['/COM%C2%B9', '_COM¹.html'],
    ['/conin$', '_conin$.html'],
    ['/con%20.txt', '_con .txt.html'],
    ['/console', 'console.html'],
    ['/com10', 'com10.html'],
    ['/a.', 'a_.html'],
    ['/a./b', 'a_/b.html'],
    ['/a%20%20/b', 'a__/b.html'],
    ['/..%20/b', '___/b.html'],
    ['/%2e%2e/b', '__/b.html'],
    ['/%2e/b', '_/b.html'],
    ['/a%2F..%2Fb', 'a_.._b.html'],
    ['/a%5Cb', 'a_b.html'],
    ['/a%3Cb%3Ec%3Ad%22e%7Cf%3Fg%2Ah', 'a_b_c_d_e_f_g_h.html'],
    ['/a%09b%7Fc', 'a_b_c.html'],
    ['/a%00b', 'a_b.html'],
    ['//a//b', '_/a/_/b.html'],
    ['/100%25', '100%.html'],
    ['/%E9', '%E9.html'],
  ])('%s becomes %s', (url, path) => {
    expect(fileOf(url, 'page')).toBe(path);
  });

  test('stay apart when they become equal', () => {
    const paths = files(['/a%3Ab', '/a%3Fb', '/a_b'], 'page');
    expect(paths['/a%3Ab']).toBe('a_b.html');
    expect(new Set(Object.values(paths)).size).toBe(3);
  });
});

describe('names that are too long', () => {
  test('are cut, keep their extension and stay apart', () => {
    const stem = 'x'.repeat(300);
    const paths = Object.values(files([`/${stem}b.png`, `/${stem}c.png`], 'asset'));
    expect(paths.map((path) => path.replace(/[0-9a-f]{8}/, ''))).toEqual([
      `${'x'.repeat(107)}~.png`,
      `${'x'.repeat(107)}~.png`,
    ]);
    expect(new Set(paths).size).toBe(2);
  });

  test('are cut between characters, not within one', () => {
    const path = fileOf(`/${encodeURIComponent('表🎉'.repeat(60))}`, 'page');
    expect(path).toMatch(/^(表🎉)+表?~[0-9a-f]{8}\.html$/u);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(120);
  });

  test('of deep folders are folded into one that stands for them', () => {
    const folder = Array.from({ length: 40 }, (_, depth) => `level${depth}`).join('/');
    const paths = files([`/${folder}/a`, `/${folder}/b`, `/${folder}x/a`], 'page');
    expect(paths[`/${folder}/a`]).toMatch(/^_long\/[0-9a-f]{8}\/a\.html$/);
    expect(paths[`/${folder}/b`]).toBe(paths[`/${folder}/a`]?.replace('/a.html', '/b.html'));
    expect(paths[`/${folder}x/a`]).not.toBe(paths[`/${folder}/a`]);
  });

  test('do not grow beyond the limit when they collide', () => {
    const name = 'n'.repeat(
      PATH_MAX_BYTES - 'folder-of-some-length-to-fill-up-the-path/'.length - '.html'.length - 60,
    );
    const folder = `${'f'.repeat(59)}/folder-of-some-length-to-fill-up-the-path`;
    const urls = [name, name.toUpperCase(), `${name.slice(1)}N`, `N${name.slice(1)}`].map(
      (last) => `/${folder}/${last}`,
    );
    const paths = Object.values(files(urls, 'page'));
    expect(paths[0]).toHaveLength(PATH_MAX_BYTES);
    expectSound(paths);
  });

  test('of a file whose folder is taken do not grow beyond the limit either', () => {
    const folder = 'f'.repeat(85);
    const paths = files([`/${folder}/${'g'.repeat(89)}`, `/${folder}`], 'asset');
    expectSound(Object.values(paths));
  });
});

describe('places that want the same file', () => {
  test('differ in case only', () => {
    const paths = files(['/Guide', '/guide', '/GUIDE/'], 'page');
    expect(paths['/Guide']).toBe('Guide.html');
    expect(paths['/guide']).toMatch(/^guide~[0-9a-f]{8}\.html$/);
    expectSound(Object.values(paths));
  });

  test('differ in the case of a folder only', () => {
    expectSound(Object.values(files(['/Guide/a', '/guide/b', '/guide/A'], 'page')));
  });

  test('differ in Unicode form only', () => {
    const composed = encodeURIComponent('caf\u00e9');
    const decomposed = encodeURIComponent('cafe\u0301');
    const paths = files([`/${composed}`, `/${decomposed}`], 'page');
    expect(new Set(Object.values(paths).map((path) => path.normalize('NFC'))).size).toBe(2);
  });

  test.each([
    ['stra\u00dfe', 'STRASSE'],
    ['\u03c3\u03c2', '\u03a3\u03a3'],
    ['\u212a', 'k'],
    ['\ufb01le', 'FILE'],
  ])('are equal to a file system that folds case: %s and %s', (one, other) => {
    const paths = Object.values(
      files([`/${encodeURIComponent(one)}`, `/${encodeURIComponent(other)}`], 'page'),
    );
    expect(paths.filter((path) => path.includes('~'))).toHaveLength(1);
  });

  test('are a page with and without its extension', () => {
    const paths = files(['/guide', '/guide.html'], 'page');
    expect(paths['/guide']).toBe('guide.html');
    expect(paths['/guide.html']).toMatch(/^guide~[0-9a-f]{8}\.html$/);
  });

  test('are a page and the folder of others, which never collide', () => {
    expect(files(['/guide', '/guide/', '/guide/a'], 'page')).toEqual({
      '/guide': 'guide.html',
      '/guide/': 'guide/index.html',
      '/guide/a': 'guide/a.html',
    });
  });

  test('are a file and a folder', () => {
    const paths = allocated([
      { url: '/download', kind: 'asset' },
      { url: '/download/a', kind: 'page' },
      { url: '/Data.html', kind: 'page' },
      { url: '/data.html/a.json', kind: 'asset' },
    ]);
    expect(paths['/download/a']).toBe('download/a.html');
    expect(paths['/Data.html']).toBe('Data.html');
    expectSound(Object.values(paths));
  });

  test('go to the page first, then to what pages load, then to redirects', () => {
    const paths = allocated([
      { url: '/A.html', kind: 'redirect' },
      { url: '/B.html', kind: 'asset' },
      { url: '/a.html', kind: 'page' },
      { url: '/b.html', kind: 'redirect' },
    ]);
    expect(paths['/a.html']).toBe('a.html');
    expect(paths['/B.html']).toBe('B.html');
    expectSound(Object.values(paths));
  });
});

describe('files of the bundle itself', () => {
  test.each([
    '/offprint.json',
    '/Offprint.JSON',
    '/offprint.json.sig',
    '/offprint-site.js',
    '/offprint-features.css',
    '/offprint-playground.js',
  ])('are not overwritten by %s of the site', (url) => {
    expect(fileOf(url, 'asset')).toMatch(/^offprint[^/]*~[0-9a-f]{8}\.[a-z]+$/i);
  });

  test('are not made folders', () => {
    expect(fileOf('/offprint.json/a.png', 'asset')).toMatch(/^offprint\.json_a~[0-9a-f]{8}\.png$/);
  });

  test('have no file of the site in their folders', () => {
    expect(fileOf('/offprint-playground/a.js', 'asset')).toMatch(/^offprint-playground_a~[0-9a-f]{8}\.js$/);
  });

  test('may have namesakes in folders', () => {
    expect(fileOf('/docs/offprint.json', 'asset')).toBe('docs/offprint.json');
  });

  test('include a start page, which no other spelling takes', () => {
    expect(fileOf('/INDEX.html', 'page')).toMatch(/^INDEX~[0-9a-f]{8}\.html$/);
    expect(fileOf('/index.html/a', 'page')).not.toMatch(/^index\.html\//);
  });
});

describe('any set of URLs', () => {
  test('gives each its own file, whatever the names', () => {
    for (let seed = 1; seed <= (isFullRun ? 300 : 40); seed++) {
      const resources = randomResources(seed);
      const allocations = allocatePaths(resources);
      expect(new Set(allocations.map(({ url }) => url))).toEqual(new Set(resources.map(({ url }) => url)));
      expectSound(allocations.map(({ path }) => path));
    }
  });

  test('gives the same files in whatever order they come', () => {
    for (let seed = 1; seed <= (isFullRun ? 50 : 15); seed++) {
      const resources = randomResources(seed);
      const once = new Map(allocatePaths(resources).map(({ url, path }) => [url, path]));
      const random = randomNumbers(seed);
      for (let round = 0; round < 3; round++) {
        const shuffled = [...resources].map((resource) => ({ resource, at: random() }));
        shuffled.sort((a, b) => a.at - b.at);
        const again = allocatePaths(shuffled.map(({ resource }) => resource));
        expect(new Map(again.map(({ url, path }) => [url, path]))).toEqual(once);
      }
    }
  });

  test('that are plain names keep them', () => {
    const urls = ['a', 'b/c', 'b/d/e.png', 'f_g-h.i~j/k', 'ü/é'].map(toSitePath);
    expect(
      allocatePaths(urls.map((url) => ({ url, kind: 'asset' }))).map(({ path }) => toSitePath(path)),
    ).toEqual(urls.toSorted());
  });
});

function fileOf(url: string, kind: Allocatable['kind']): string {
  return allocatePaths([{ url, kind }])[0]?.path ?? '';
}

function files(urls: readonly string[], kind: Allocatable['kind']): Record<string, string> {
  return allocated(urls.map((url) => ({ url, kind })));
}

function allocated(resources: readonly Allocatable[]): Record<string, string> {
  return Object.fromEntries(allocatePaths(resources).map(({ url, path }) => [url, path]));
}

/** Asserts that every system can unpack these files into one folder without collisions. */
function expectSound(paths: readonly string[]): void {
  const folded = paths.map((path) => path.normalize('NFC').toLowerCase());
  const taken = new Set(folded);
  expect(taken.size).toBe(paths.length);
  for (const path of folded) {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth++)
      expect(taken).not.toContain(names.slice(0, depth).join('/'));
  }
  for (const path of paths) {
    expect(Buffer.byteLength(path), path).toBeLessThanOrEqual(PATH_MAX_BYTES);
    for (const name of path.split('/')) expect(name).toMatch(PORTABLE_NAME);
  }
}

const PORTABLE_NAME =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)\s*(?:\.|$))[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/iu;

const NAMES = [
  'a',
  'A',
  'b',
  'index.html',
  'Index.HTML',
  'index',
  'a.html',
  'A.HTML',
  'a.htm',
  'con',
  'CON.txt',
  'aux.html',
  'nul ',
  'com1',
  'a.',
  'a..',
  'a ',
  ' a',
  '.',
  '..',
  '...',
  '.well-known',
  'a:b',
  'a?b',
  'a*b',
  'a_b',
  'a|b',
  'a\\b',
  'a/b',
  'caf\u00e9',
  'cafe\u0301',
  'CAF\u00c9',
  'stra\u00dfe',
  'STRASSE',
  'strasse',
  '表',
  '🎉',
  '\u202e',
  '\u0130',
  'i\u0307',
  'x'.repeat(119),
  'x'.repeat(121),
  'X'.repeat(121),
  `${'x'.repeat(300)}.png`,
  '表'.repeat(70),
  'offprint.json',
  'OFFPRINT.json',
  'offprint.json.sig',
  'offprint-site.js',
  '_long',
  'a~b',
  '%',
  '%41',
  'a%2Fb',
  '\t',
  '\u0000',
  '-',
  '~',
];

function randomResources(seed: number): Allocatable[] {
  const random = randomNumbers(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const urls = new Set<string>();
  const size = 5 + Math.floor(random() * 60);
  while (urls.size < size) {
    const depth = 1 + Math.floor(random() ** 3 * 12);
    const path = Array.from({ length: depth }, () => encodeSegment(pick(NAMES))).join('/');
    urls.add(`/${path}${pick(['', '', '', '/'])}${pick(['', '', '', '', '?a=1', '?a=/2', '?%00'])}`);
  }
  return [...urls].map((url) => ({ url, kind: pick(['page', 'page', 'asset', 'redirect'] as const) }));
}

/** Pseudo-random numbers from 0 to 1, deterministic for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
