import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  exportSite,
  makeSite,
  manyPages,
  page,
  pathsOf,
  reportOf,
  resourcesOf,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const LARGE_PAGE_MB = isFullRun ? 50 : 2;
const LINKS = 10_000;

/** Text of one page of a bundle. */
async function exportedPage(out: string, file = 'index.html'): Promise<string> {
  return (await unpacked(out)).get(file)?.toString('utf8') ?? '';
}

describe('pages that nobody expects', () => {
  it(`exports a page of ${LARGE_PAGE_MB} MB whole`, async () => {
    const paragraph = '<p>Lorem ipsum <a href="other.html#x">dolor</a> sit amet &amp; so on.</p>\n';
    const body = paragraph.repeat(Math.ceil((LARGE_PAGE_MB * 2 ** 20) / paragraph.length));
    const site = makeSite({
      'index.html': page('Large', body),
      'other.html': page('Other', '<p id="x">x</p>'),
    });

    const { code, stderr, out } = await exportSite(site);

    expect(stderr).not.toMatch(/offprint:/);
    expect(code).toBe(0);
    const exported = (await unpacked(out)).get('index.html');
    expect(exported?.length).toBeGreaterThan(LARGE_PAGE_MB * 2 ** 20);
    expect(exported?.toString('latin1').split('href="other.html#x"').length).toBe(body.split('\n').length);
  });

  it('says which page is above the cap on one page', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'large.html': page('Large', 'x'.repeat(10_000)) });

    const { code, stderr } = await exportSite(site, ['--page-max-bytes', '5000']);

    expect(code).toBe(12);
    expect(stderr).toContain('A limit was reached (pageMaxBytes: 5000');
    expect(stderr).toContain('/large.html (size limit reached)');
  });

  it.runIf(isFullRun)(`follows ${LINKS} links of one page`, async () => {
    const alive = manyPages(LINKS / 50);
    const links = Array.from({ length: LINKS }, (_, index) =>
      index % 50 === 0
        ? `<a href="p${String(index / 50).padStart(4, '0')}.html">${index}</a>`
        : `<a href="nowhere-${index}.html">${index}</a>`,
    );
    const site = makeSite({ ...alive, 'index.html': page('Links', links.join('\n')) });

    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    expect(reportOf(data).brokenAtSource).toHaveLength(LINKS - LINKS / 50);
    const exported = await exportedPage(out);
    expect(exported.match(/href="p\d+\.html"/g)).toHaveLength(LINKS / 50);
    expect(exported).not.toContain('nowhere-');
    expect(exported).toContain(String(LINKS - 1));
  });

  it.runIf(isFullRun)(
    'leaves what only looks like a link alone: code samples, comments, templates in scripts',
    async () => {
      const sample = '<pre><code>&lt;a href="missing.html"&gt;</code></pre>';
      const comment = '<!-- <a href="commented.html">x</a> -->';
      const script = '<script>const text = "<a href=\'scripted.html\'>x</a>";</script>';
      const textarea = '<textarea><a href="typed.html">x</a></textarea>';
      const site = makeSite({ 'index.html': page('Samples', sample + comment + script + textarea) });

      const { code, out, data } = await exportSite(site);

      expect(code).toBe(0);
      const exported = await exportedPage(out);
      for (const part of [sample, comment, script, textarea]) expect(exported).toContain(part);
      expect(reportOf(data).brokenAtSource).toEqual([]);
      expect(resourcesOf(data, 'failed')).toEqual([]);
    },
  );

  it('takes malformed pages as a browser takes them', async () => {
    const deep = '<div>'.repeat(20_000);
    const site = makeSite({
      'index.html': [
        '<a href=unquoted.html>1<a href=\'single.html\'>2<a href = "spaced.html" >3<A HREF="upper.html">4',
        '<a href="first.html" href="second.html">5<p><b><i></p></b><a\nhref\n=\n"broken-line.html"\n>6',
        '<img src=a.png alt="no end><a href="swallowed.html">7',
        '"><a href="&#x61;fter&period;html">8</a><a href="unclosed.html',
      ].join('\n'),
      'deep.html': page('Deep', `${deep}<a href="unquoted.html">x</a>`),
      'empty.html': '',
      'binary.html': Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)),
      'only-tag.html': '<',
      'nul.html': page('Nul', 'a\0b<a href="unquoted.html">x</a>'),
      ...Object.fromEntries(
        ['unquoted', 'single', 'spaced', 'upper', 'first', 'second', 'broken-line', 'after'].map((name) => [
          `${name}.html`,
          page(name),
        ]),
      ),
    });

    const { code, out, data, stderr } = await exportSite(site);

    expect(stderr).not.toMatch(/offprint:/);
    expect(code).toBe(0);
    const exported = await exportedPage(out);
    for (const name of ['unquoted', 'single', 'spaced', 'upper', 'first', 'broken-line']) {
      expect(exported).toContain(`${name}.html`);
    }
    expect(exported).toContain('href="&#x61;fter&period;html"');
    expect(reportOf(data).brokenAtSource.map((group) => group.url)).toEqual(['/a.png']);
    const files = await unpacked(out);
    expect(files.get('binary.html')?.length).toBeGreaterThanOrEqual(4096);
    expect(files.get('empty.html')).toBeDefined();
    expect(files.get('deep.html')?.toString().split('<div>').length).toBe(20_001);
  });

  it.runIf(isFullRun)('takes links that are no URLs, or far too long, as broken on the site', async () => {
    const links = [
      `<a href="/${'a'.repeat(20_000)}.html">long</a>`,
      '<a href="http://[broken">bracket</a>',
      '<a href="//">slashes</a>',
      '<a href="file:///etc/passwd">local</a>',
      '<a href="/%zz%ff">bytes</a>',
      '<a href="javascript:void 0">script</a>',
      '<a href="mailto:a@b.c">mail</a>',
      `<img src="data:image/gif;base64,${'A'.repeat(100_000)}" alt="">`,
    ];
    const site = makeSite({ 'index.html': page('Links', links.join('\n')) });

    const { code, stderr, out, data } = await exportSite(site);

    expect(stderr).not.toMatch(/offprint:/);
    expect(code).toBe(0);
    expect(reportOf(data).missing).toEqual([]);
    const exported = await exportedPage(out);
    expect(exported).not.toContain('file:///');
    expect(exported).not.toContain('aaaaaaaaaaaa.html');
    expect(exported).toContain('mailto:a@b.c');
  });

  it('keeps going where redirects of a page lead in a circle', async () => {
    const refresh = (to: string): string =>
      `<meta http-equiv="refresh" content="0; url=${to}"><title>x</title>`;
    const site = makeSite({
      'index.html': page('Start', '<a href="a.html">a</a>'),
      'a.html': refresh('b.html'),
      'b.html': refresh('a.html'),
      'self.html': refresh('self.html'),
    });

    const { code, out } = await exportSite(site);

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['a.html', 'b.html', 'index.html', 'self.html']);
  });
});

describe('charsets', () => {
  const french = 'Référence <a href="caf%C3%A9.html">café</a> <a href="café.html">café</a>';
  const latin1 = (html: string): Buffer => Buffer.from(html, 'latin1');
  const site = makeSite({
    'index.html': page('Start'),
    'café.html': page('Café'),
    'undeclared-utf8.html': `<title>x</title><p>${french}</p>`,
    'undeclared-latin1.html': latin1(`<title>x</title><p>${french}</p>`),
    'declared-latin1.html': latin1(`<meta charset="iso-8859-1"><title>x</title><p>${french}</p>`),
    'lies-utf8.html': latin1(`<meta charset="utf-8"><title>x</title><p>${french}</p>`),
    'unknown-charset.html': `<meta charset="klingon"><title>x</title><p>${french}</p>`,
    'utf16.html': Buffer.from(`\uFEFF<title>x</title><p>${french}</p>`, 'utf16le'),
    'shift-jis.html': Buffer.concat([
      Buffer.from('<meta charset="shift_jis"><title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
      Buffer.from('</title><p><a href="caf%C3%A9.html">x</a></p>'),
    ]),
    'bom.html': `\uFEFF<title>x</title><p>${french}</p>`,
  });

  it('finds the links of pages in any charset, declared or not, and keeps their words', async () => {
    const { code, out, data } = await exportSite(site);

    expect(code).toBe(0);
    const files = await unpacked(out);
    const decoded = (file: string, charset: string): string =>
      new TextDecoder(charset).decode(files.get(file) ?? Buffer.alloc(0));
    const href = 'href="caf%C3%A9.html"';
    const linked = (text: string): number => text.split(href).length - 1;
    for (const file of ['undeclared-utf8.html', 'bom.html']) {
      expect(linked(decoded(file, 'utf-8')), file).toBe(2);
      expect(decoded(file, 'utf-8')).toContain('Référence');
    }
    expect(linked(decoded('undeclared-latin1.html', 'latin1'))).toBe(2);
    expect(decoded('undeclared-latin1.html', 'latin1')).toContain('Référence');
    expect(linked(decoded('declared-latin1.html', 'latin1'))).toBe(2);
    expect(decoded('declared-latin1.html', 'latin1')).toContain('Référence');
    expect(linked(decoded('lies-utf8.html', 'latin1'))).toBe(1);
    expect(linked(decoded('shift-jis.html', 'shift_jis'))).toBe(1);
    expect(decoded('shift-jis.html', 'shift_jis')).toContain('日本語');
    const utf16 = files.get('utf16.html') ?? Buffer.alloc(0);
    const text = utf16[0] === 0xff ? decoded('utf16.html', 'utf-16le') : decoded('utf16.html', 'utf-8');
    expect(linked(text)).toBe(2);
    expect(text).toContain('Référence');
    // The link that is not UTF-8, although its page claims so, is broken in a browser, too.
    const broken = reportOf(data).brokenAtSource;
    expect(broken.every((group) => group.pages.every((url) => /lies|klingon|unknown/.test(url)))).toBe(true);
  });

  it.runIf(isFullRun)('gives the site back byte for byte where a page needs no change', async () => {
    const raw = latin1('<!doctype html><meta charset="iso-8859-1"><title>Été</title><p>déjà vu');
    const one = makeSite({ 'index.html': raw });

    const { code, out } = await exportSite(one);

    expect(code).toBe(0);
    const exported = (await unpacked(out)).get('index.html')?.toString('latin1') ?? '';
    for (const part of ['<!doctype html>', '<meta charset="iso-8859-1">', '<title>Été</title><p>déjà vu'])
      expect(exported).toContain(part);
    expect(fs.readFileSync(path.join(one, 'index.html')).equals(raw)).toBe(true);
  });
});
