import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Exported,
  exportSite,
  type Files,
  makeSite,
  page,
  pathsOf,
  reportOf,
  skipBecause,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Folds a name like a file system that ignores case and Unicode normalization. */
const folded = (file: string): string => file.normalize('NFC').toUpperCase().toLowerCase();

/** Title of the page that each link of a page resolves to in a browser with the bundle unpacked. */
async function destinations(out: string, from: string): Promise<string[]> {
  const files = await unpacked(out);
  const html = files.get(from)?.toString('utf8') ?? '';
  return [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => {
    const { pathname } = new URL(href ?? '', `http://bundle.invalid/${encodeURI(from)}`);
    const target = files.get(decodeURIComponent(pathname.slice(1)))?.toString('utf8');
    return /<title>(.*)<\/title>/.exec(target ?? '')?.[1] ?? `nothing at ${href}`;
  });
}

/** Whether this disk distinguishes two names. */
function tellsApart(one: string, other: string): boolean {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, one), '');
  return !fs.existsSync(path.join(folder, other));
}

/** Exports pages that are all linked from the start page, and returns the destinations of these links. */
async function exportLinked(
  pages: Readonly<Record<string, string>>,
  href: (file: string) => string = (file) => file.split('/').map(encodeURIComponent).join('/'),
): Promise<Exported & { led: string[] }> {
  const links = Object.keys(pages).map((file) => `<a href="${href(file)}">x</a>`);
  const files: Files = Object.fromEntries(Object.entries(pages).map(([file, title]) => [file, page(title)]));
  const exported = await exportSite(makeSite({ 'index.html': page('Start', links.join('\n')), ...files }));
  return { ...exported, led: exported.code === 0 ? await destinations(exported.out, 'index.html') : [] };
}

describe('file names', () => {
  it('keeps files apart whose names differ by case only', async ({ skip }) => {
    if (!tellsApart('A', 'a')) skipBecause(skip, 'this disk does not tell upper from lower case');
    const pages = {
      'A.html': 'upper',
      'a.html': 'lower',
      'Guide/x.html': 'in upper',
      'guide/x.html': 'in lower',
      'straße.html': 'sharp',
      'STRASSE.html': 'double',
    };

    const { code, led, out } = await exportLinked(pages);

    expect(code).toBe(0);
    expect(led).toEqual(Object.values(pages));
    const paths = await pathsOf(out);
    expect(new Set(paths.map(folded)).size).toBe(paths.length);
  });

  it.runIf(isFullRun)('keeps files apart whose names differ by Unicode form only', async ({ skip }) => {
    const [composed, decomposed] = ['caf\u00e9.html', 'cafe\u0301.html'];
    if (!tellsApart(composed, decomposed)) skipBecause(skip, 'this disk does not tell Unicode forms apart');
    const pages = { [composed]: 'composed', [decomposed]: 'decomposed' };

    const { code, led, out } = await exportLinked(pages);

    expect(code).toBe(0);
    expect(led).toEqual(['composed', 'decomposed']);
    const paths = await pathsOf(out);
    expect(new Set(paths.map(folded)).size).toBe(paths.length);
  });

  it.runIf(isFullRun)('gives names that Windows reserves another one', async () => {
    const pages = {
      'con.html': 'con',
      'aux/nul.html': 'nul',
      'COM1.html': 'com1',
      'guide/lpt9.de.html': 'lpt9',
      'dot./page.html': 'dot',
      'space /page.html': 'space',
      'confer.html': 'no reserved name',
    };

    const { code, led, out } = await exportLinked(pages);

    expect(code).toBe(0);
    expect(led).toEqual(Object.values(pages));
    for (const name of (await pathsOf(out)).flatMap((file) => file.split('/'))) {
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(name).not.toMatch(/[. ]$/);
    }
    expect(await pathsOf(out)).toContain('confer.html');
  });

  it.runIf(isFullRun)('shortens paths that no Windows could unpack', async () => {
    const folders = Array.from({ length: 12 }, (_, index) => `folder-${index}-${'x'.repeat(15)}`).join('/');
    const name = `${'n'.repeat(200)}.html`;
    const pages = {
      [`${folders}/${name}`]: 'long',
      [`${folders}/other.html`]: 'deep',
      [`${name.replace('n', 'm')}`]: 'long name',
      [`${'ö'.repeat(120)}.html`]: 'long in bytes',
    };
    expect(`${folders}/${name}`.length).toBeGreaterThan(300);

    const { code, led, out } = await exportLinked(pages);

    expect(code).toBe(0);
    expect(led).toEqual(Object.values(pages));
    for (const file of await pathsOf(out)) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(180);
  });

  it('takes emoji, spaces, quotes and every sign that means something in a URL', async () => {
    const pages = {
      '🚀.html': 'rocket',
      'family 👩‍👩‍👧.html': 'family',
      'what?.html': 'question',
      'a#b.html': 'hash',
      '100%.html': 'percent',
      '%41.html': 'percent and digits',
      '%2e%2e.html': 'percent dots',
      'a&b=c;d.html': 'signs',
      "it's.html": 'quote',
      'say "hi".html': 'double quotes',
      'a+b@c,d!e(f)[g]{h}.html': 'brackets',
      'back\\slash.html': 'backslash',
      'a:b|c<d>e*f.html': 'forbidden on Windows',
      '\u202Eltr.html': 'direction',
      'tab\tand\nline.html': 'control characters',
    };

    const { code, led, out, stderr } = await exportLinked(pages);

    expect(stderr).not.toMatch(/offprint:/);
    expect(code).toBe(0);
    expect(led).toEqual(Object.values(pages));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no name may hold
    for (const file of await pathsOf(out)) expect(file).not.toMatch(/[\x00-\x1f<>:"\\|?*]/);
  });

  it.runIf(isFullRun)('keeps a page apart from the folder of its name', async () => {
    const pages = {
      'guide.html': 'guide page',
      'guide/index.html': 'guide folder',
      'guide/step.html': 'step',
      'topic.html/inner.html': 'inner',
    };

    const { code, led, out } = await exportLinked(pages);

    expect(code).toBe(0);
    expect(led).toEqual(Object.values(pages));
    expect(await pathsOf(out)).toEqual([
      'guide.html',
      'guide/index.html',
      'guide/step.html',
      'index.html',
      'topic.html/inner.html',
    ]);
  });

  it.runIf(isFullRun)('keeps a page apart from files that the bundle itself owns', async () => {
    const pages = { 'offprint.json.html': 'page' };
    const site = makeSite({
      'index.html': page(
        'Start',
        '<a href="offprint.json">data</a> <script src="offprint-site.js"></script>',
      ),
      'offprint.json': '{"theirs":true}',
      'offprint-site.js': 'theirs()',
      'offprint.json.html': page('page'),
    });

    const { code, out } = await exportSite(site);

    expect(code).toBe(0);
    const files = await unpacked(out);
    expect(JSON.parse(files.get('offprint.json')?.toString() ?? '')).toHaveProperty(
      'format',
      'offprint-bundle',
    );
    const theirs = [...files].filter(([, bytes]) =>
      /^(\{"theirs":true\}|theirs\(\))$/.test(bytes.toString()),
    );
    expect(theirs).toHaveLength(2);
    expect(Object.keys(pages).every((file) => files.has(file))).toBe(true);
  });
});

describe('links that try to leave the site', () => {
  let exported: Exported;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    const folder = temporaryFolder('around');
    fs.writeFileSync(path.join(folder, 'secret.html'), page('Secret'));
    const site = path.join(folder, 'site');
    fs.mkdirSync(path.join(site, 'deep'), { recursive: true });
    const links = [
      '<a href="../../../../inside.html">above the root is the root</a>',
      '<a href="%2e%2e/%2e%2e/%2E%2E/inside.html">the same, encoded</a>',
      '<a href="../../secret.html">secret</a>',
      '<a href="%2e%2e/%2e%2e/secret.html">secret, encoded</a>',
      '<a href="..%2f..%2fsecret.html">secret, slashes encoded</a>',
      '<a href="..%5c..%5csecret.html">secret, backslashes encoded</a>',
      '<a href="..\\..\\secret.html">secret, backslashes</a>',
      '<a href="/%252e%252e/secret.html">secret, encoded twice</a>',
      '<a href="/inside.html%00.png">nul</a>',
      '<img src="%00" alt="nul">',
    ];
    fs.writeFileSync(path.join(site, 'index.html'), page('Start'));
    fs.writeFileSync(path.join(site, 'inside.html'), page('Inside'));
    fs.writeFileSync(path.join(site, 'deep', 'page.html'), page('Links', links.join('\n')));
    exported = await exportSite(site);
    files = await unpacked(exported.out);
  });

  it('exports the site and nothing around it', async () => {
    expect(exported.code).toBe(0);
    expect(await pathsOf(exported.out)).toEqual(['deep/page.html', 'index.html', 'inside.html']);
    for (const bytes of files.values()) expect(bytes.toString()).not.toContain('<title>Secret</title>');
  });

  it('reads dots above the root as a browser does: the root', () => {
    expect(
      files
        .get('deep/page.html')
        ?.toString()
        .match(/href="\.\.\/inside\.html"/g),
    ).toHaveLength(2);
  });

  it('removes the others and reports them', () => {
    const html = files.get('deep/page.html')?.toString() ?? '';
    expect(html).not.toMatch(/secret\.html|%00/);
    const report = reportOf(exported.data);
    expect(report.missing).toEqual([]);
    expect(report.brokenAtSource.map((group) => group.url)).toContain('/secret.html');
    expect(report.invalid.map((group) => group.url)).toEqual(
      expect.arrayContaining(['%00', '/inside.html%00.png']),
    );
  });
});

describe('a site without a start page', () => {
  it('gets a page of contents', async () => {
    const site = makeSite({ 'b.html': page('Second'), 'a/x.html': page('First <b>') });

    const { code, out } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['a/x.html', 'b.html', 'index.html']);
    expect(await destinations(out, 'index.html')).toEqual(['First <b>', 'Second']);
  });

  it.runIf(isFullRun)('gets one that no file of the site collides with', async () => {
    const site = makeSite({ 'INDEX.HTML': page('Shouted'), 'Index.html/x.html': page('In a folder') });

    const { code, out } = await exportSite(site);

    expect(code).toBe(0);
    const paths = await pathsOf(out);
    expect(paths).toContain('index.html');
    const names = paths.map(folded);
    expect(new Set(names).size).toBe(names.length);
    expect(names.some((file) => file.startsWith('index.html/'))).toBe(false);
  });
});
