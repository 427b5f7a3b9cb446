import { describe, expect, test } from 'vitest';
import { type ByteText, readByteText } from './charset.ts';
import { type PageScan, type ScanOptions, scanPage, urlsOf } from './page.ts';

describe('what a page refers to', () => {
  test.each([
    ['<a href="x">', ['link x']],
    ['<a href></a><a href="">', ['link ', 'link ']],
    ['<map><area href="x"></map>', ['link x']],
    [
      '<form action="x"><button formaction="y"><input type="image" src="z"></form>',
      ['link x', 'link y', 'asset z'],
    ],
    ['<img src="x" srcset="y 1x, z 2x" longdesc="d">', ['asset x', 'asset y', 'asset z', 'link d']],
    ['<image src="x" srcset="y 2x">', ['asset x', 'asset y']],
    ['<picture><source srcset="x"><img src="y"></picture>', ['asset x', 'asset y']],
    [
      '<video src="x" poster="y"><source src="z"><track src="t"></video>',
      ['asset x', 'asset y', 'asset z', 'asset t'],
    ],
    ['<audio src="x"></audio>', ['asset x']],
    ['<iframe src="x"></iframe>', ['frame x']],
    ['<iframe srcdoc="<img src=x><a href=\'y\'>"></iframe>', ['frame x', 'frame y']],
    ['<frameset><frame src="x"></frameset>', ['frame x']],
    ['<object data="x"></object><embed src="y">', ['frame x', 'frame y']],
    ['<script src="x"></script>', ['asset x']],
    [
      '<svg><use href="#a"/><image xlink:href="x"/><a xlink:href="y"></a></svg>',
      ['asset #a', 'asset x', 'link y'],
    ],
    ['<svg><filter><feImage href="x"/></filter></svg>', ['asset x']],
    ['<body background="x">', ['asset x']],
    ['<p style="background: url(x)">', ['asset x']],
    ['<style>@import "x"; a { background: url(y) }</style>', ['asset x', 'asset y']],
    ['<link rel="stylesheet" href="x">', ['asset x']],
    ['<link rel="preload stylesheet" href="x" as="style">', ['asset x']],
    ['<link rel="alternate stylesheet" href="x" title="dark">', ['asset x']],
    ['<link rel="shortcut icon" href="x"><link rel="apple-touch-icon" href="y">', ['asset x', 'asset y']],
    ['<link rel="manifest" href="x"><link rel="modulepreload" href="y">', ['asset x', 'asset y']],
    ['<link rel="preload" as="image" imagesrcset="x 1x, y 2x">', ['asset x', 'asset y']],
    ['<link rel="preload" as="image" href="x" imagesrcset="y 2x">', ['asset x', 'asset y']],
    ['<link rel="next" href="x"><link rel="alternate" hreflang="de" href="y">', ['link x', 'link y']],
    ['<meta http-equiv="refresh" content="5; url=x">', ['link x']],
    [
      '<meta property="og:image" content="x"><meta name="twitter:image" content="y">',
      ['mention x', 'mention y'],
    ],
    [
      '<link rel="canonical" href="https://docs.example.com/x"><meta property="og:url" content="y">',
      ['address https://docs.example.com/x', 'address y'],
    ],
    ['<noscript><img src="x"></noscript><template><img src="y"></template>', ['asset x', 'asset y']],
  ])('%s', (html, expected) => {
    expect(found(scan(html))).toEqual(expected);
  });

  test.each([
    '<a name="x"></a>',
    '<img src="" srcset="" alt="">',
    '<link rel="preconnect" href="https://cdn.example.net"><link rel="dns-prefetch" href="//cdn.example.net">',
    '<link rel="stylesheet" href="">',
    '<meta http-equiv="refresh" content="30"><meta name="description" content="x">',
    '<p style="">',
    '<a constructor="x" valueof=y></a><img tostring="x" alt="">',
    '<q cite="x"></q><script>var href = "x"</script><!-- <a href="x"> -->',
    '<pre>&lt;a href="x"&gt;</pre><textarea><a href="x"></textarea><p title="<a href=x>">',
  ])('%s refers to nothing', (html) => {
    expect(found(scan(html))).toEqual([]);
  });

  test('is decoded: entities, and the characters of the charset', () => {
    expect(found(scan('<a href="?a=1&amp;b=2&lt;&#x41;">'))).toEqual(['link ?a=1&b=2<A']);
    expect(found(scan('<a href="?a=1&copy=2&section=3">'))).toEqual(['link ?a=1&copy=2&section=3']);
    expect(found(scan('<a href="caf\xe9">', {}, 'windows-1252'))).toEqual(['link café']);
    expect(found(scan('<style>a{b:url(\x83\x5b.png)}</style>', {}, 'Shift_JIS'), 'Shift_JIS')).toEqual([
      'asset ゼ.png',
    ]);
  });

  test('loses the white space around it', () => {
    expect(found(scan('<a href=" x\n"><img src="\ty ">'))).toEqual(['link x', 'asset y']);
  });

  test('counts once where an attribute is given twice: browsers take the first', () => {
    expect(found(scan('<a href="x" href="y"><img src="x" SRC="y">'))).toEqual(['link x', 'asset x']);
  });

  test('in documents within it is read as UTF-8', () => {
    const page = readByteText(
      Buffer.from('<meta charset=utf-8><iframe srcdoc="<img src=größe.png>">'),
      undefined,
    );
    expect(found(scanPage(page))).toEqual(['frame größe.png']);
  });

  test('says which part to replace: the attribute, or the text of a style', () => {
    const html = '<a class="b" HREF = \'x\'><style> @import "y" </style>';
    expect(scan(html).references.map(({ span }) => html.slice(span.start, span.end))).toEqual([
      "HREF = 'x'",
      ' @import "y" ',
    ]);
  });

  test('says which element is worth nothing without its target', () => {
    const html =
      '<link rel="icon" href="x"><script src="y"></script><meta http-equiv=refresh content="0;z"><a href="w">w</a>';
    const removable = scan(html).references.map(
      (reference) => reference.removable && html.slice(reference.removable.start, reference.removable.end),
    );
    expect(removable).toEqual([
      '<link rel="icon" href="x">',
      '<script src="y"></script>',
      '<meta http-equiv=refresh content="0;z">',
      undefined,
    ]);
  });
});

describe('the scripts of a page', () => {
  test('are given with their type, source and content', () => {
    const html = '<script type="Module" src="a.js"></script><script>if (a < b) c()</script>';
    const scripts = scan(html).scripts.map(({ src, type, content }) => [
      type,
      src,
      html.slice(content.start, content.end),
    ]);
    expect(scripts).toEqual([
      ['module', 'a.js', ''],
      ['', undefined, 'if (a < b) c()'],
    ]);
  });
});

describe('the title of a page', () => {
  test.each([
    ['<title>Install &amp; configure</title>', 'Install & configure'],
    ['<title>\n  Two\n  lines </title>', 'Two lines'],
    ['<title>A <b> B</title>', 'A <b> B'],
    ['<title></title><title>Second</title>', 'Second'],
    ['<title>First</title><title>Second</title>', 'First'],
    ['<svg><title>Menu icon</title></svg><title>Guide</title>', 'Guide'],
    ['<svg><title>Menu icon</title></svg>', ''],
    ['<p>text', ''],
    ['<title>never closed', ''],
  ])('%s', (html, title) => {
    expect(scan(html).title).toBe(title);
  });

  test('is read in the charset of the page', () => {
    expect(scan('<title>\x83\x5c\x81\x5b\x83\x58</title>', {}, 'Shift_JIS').title).toBe('ソース');
  });
});

test('the first base with an address counts', () => {
  expect(scan('<base target="_blank"><base href="/docs/"><base href="/other/">').base).toBe('/docs/');
  expect(scan('<p>').base).toBeUndefined();
});

test('a bundle carries no policy, connection hints, integrity and cross-origin attributes', () => {
  const html = [
    '<base href="/">',
    '<meta http-equiv="Content-Security-Policy" content="default-src https:">',
    '<meta http-equiv="content-security-policy-report-only" content="default-src https:">',
    '<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>',
    '<link rel="DNS-Prefetch" href="//cdn.example.net">',
    '<link rel="stylesheet" href="a.css" integrity="sha384-AAAA" crossorigin="anonymous">',
    '<script src="a.js" integrity="sha384-BBBB" crossorigin></script>',
    '<a href="b.html" ping="https://count.example.net/">',
    '<html manifest="site.appcache">',
  ].join('\n');
  expect(scan(html).unwanted.map(({ start, end }) => html.slice(start, end))).toEqual([
    '<meta http-equiv="Content-Security-Policy" content="default-src https:">',
    '<meta http-equiv="content-security-policy-report-only" content="default-src https:">',
    '<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>',
    'crossorigin',
    '<link rel="DNS-Prefetch" href="//cdn.example.net">',
    'integrity="sha384-AAAA"',
    'crossorigin="anonymous"',
    'integrity="sha384-BBBB"',
    'crossorigin',
    'ping="https://count.example.net/"',
    'manifest="site.appcache"',
  ]);
});

describe('the place for elements of ours', () => {
  test.each([
    ['behind the head tag', '<!doctype html><html><head>|<title>x</title>'],
    [
      'behind a charset that is declared first',
      '<!doctype html><head><title>x</title><meta charset="utf-8">|<script>',
    ],
    ['behind the html tag where there is no head', '<!doctype html><html lang="en">|<body><p>x'],
    ['behind the charset where there is no head', '<!doctype html>\n<meta charset=utf-8>|<title>x</title>'],
    ['behind document type, comments and white space', '<!-- a > b -->\n<!doctype html>\n<!---->\n|<p>x'],
    ['at the start of a fragment', '|<p>x</p>'],
    ['behind a byte order mark', '\xef\xbb\xbf<!doctype html>|<p>x'],
    ['before a charset that is declared behind a script', '<head>|<script></script><meta charset="utf-8">'],
    [
      'before a charset that is declared behind a style sheet',
      '<head>|<link rel=stylesheet href=a><meta charset="utf-8">',
    ],
    ['before a charset that is declared in the body', '<head>|</head><body><p><meta charset="utf-8">'],
    [
      'before text that comes before everything, since a head behind it is none',
      '|Notice: x<!doctype html><html><head><meta charset=utf-8>',
    ],
    [
      'before elements that come before the head, since a head behind them is none',
      '<html>|<p>x<head><meta charset=utf-8>',
    ],
    ['before a script that comes before the head', '<!doctype html>|<script src="a"></script><html><head>'],
    ['in the first of several pages that were put together', '<html>|<body><p>x</body></html><html><body>'],
    ['behind comments between the tags', '<html><!-- a --> <!-- b --><head>|<title>'],
  ])('is %s', (_, marked) => {
    const html = marked.replace('|', '');
    expect(scan(html).insertAt).toBe(marked.indexOf('|'));
  });

  test('is in the head of XHTML, which says its charset elsewhere', () => {
    const marked =
      '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "b">]><html xmlns="http://www.w3.org/1999/xhtml"><head>|<meta charset="utf-8"/>';
    const xhtml = scan(marked.replace('|', ''), { xml: true });
    expect(xhtml).toMatchObject({ insertAt: marked.indexOf('|'), hasHead: true });
  });

  test('does not exist in SVG files', () => {
    expect(
      scan('<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>', { xml: true }).hasHead,
    ).toBe(false);
  });
});

describe('a declaration of charset', () => {
  test.each([
    '<head><meta charset="utf-8">',
    '<HEAD><META CHARSET=UTF8>',
    '<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
    '<head><title>x</title><meta charset="utf-8"><script>',
    '<meta charset=utf-8>',
  ])('%s is seen', (html) => {
    expect(scan(html).declaresCharset).toBe(true);
  });

  test.each([
    ['<head><title>x</title>', 'nothing is declared'],
    [`<head><!--${'-'.repeat(1024)}--><meta charset="utf-8">`, 'it begins behind the first 1024 bytes'],
    [`<head><!--${'-'.repeat(990)}--><meta charset="utf-8">`, 'it ends behind the first 1024 bytes'],
    ['<head><script></script><meta charset="utf-8">', 'a script comes first'],
    ['<head><meta http-equiv="Content-Type" content="text/html">', 'it names no charset'],
    ['<head><meta charset="unknown">', 'it names none that exists'],
    ['<head><meta charset="windows-1251">', 'it names another one than the page came in'],
    ['<head><!-- <meta charset="utf-8"> -->', 'it is a comment'],
  ])('%s is not: %s', (html) => {
    expect(scan(html).declaresCharset).toBe(false);
  });
});

test('a page that sends its reader elsewhere says where and when', () => {
  expect(scan('<meta http-equiv="Refresh" content="0; url=guide/">').refresh).toEqual({
    url: 'guide/',
    delaySeconds: 0,
  });
  expect(scan('<meta http-equiv="refresh" content="60">').refresh).toBeUndefined();
});

test('anchors are ids and the names of links, when asked for', () => {
  const html = '<h2 id="a"><a name="b"></a><input name="c"><p id="d&amp;e"><p id="größe">';
  const page = readByteText(Buffer.from(html), undefined);
  expect(scanPage(page, { anchors: true }).anchors).toEqual(['a', 'b', 'd&e', 'größe']);
  expect(scanPage(page).anchors).toEqual([]);
});

describe('the layout of pages', () => {
  const page = (body: string, css = 'site.css') =>
    scan(`<link rel=stylesheet href="/${css}"><body class="docs">${body}`).layout;

  test('is the same where only the text differs, and the paths to scripts and styles', () => {
    expect(page('<main><p>one<script src="../a.js"></script></main>')).toBe(
      page('<main><h1>two</h1><p><p></main><script src="/x/a.js?v=2"></script>'),
    );
  });

  test('differs with landmarks, style sheets and scripts', () => {
    const layouts = [
      page('<main>'),
      page('<main><aside>'),
      page('<main>', 'blog.css'),
      page('<main><script src=b.js></script>'),
    ];
    expect(new Set(layouts).size).toBe(4);
  });
});

describe('elements with a marker', () => {
  const markers = {
    elements: new Set(['div', 'input']),
    match: (_: string, attribute: (name: string) => string | undefined) => attribute('data-widget'),
  };
  const marked = (html: string): string[] =>
    scan(html, { markers }).marked.map(({ id, span }) => `${id} ${html.slice(span.start, span.end)}`);

  test('reach from their start tag to their own end tag', () => {
    expect(marked('<div><div data-widget="a"><div>x</div><p></div>y</div>')).toEqual([
      'a <div data-widget="a"><div>x</div><p></div>',
    ]);
  });

  test('may be void', () => {
    expect(marked('<input data-widget="b">text</input>')).toEqual(['b <input data-widget="b">']);
  });

  test('may hold one another', () => {
    expect(marked('<div data-widget="a"><div data-widget="b"></div></div>')).toEqual([
      'b <div data-widget="b"></div>',
      'a <div data-widget="a"><div data-widget="b"></div></div>',
    ]);
  });

  test('are left alone when they are never closed', () => {
    expect(marked('<div data-widget="a"><p>the rest of the page')).toEqual([]);
  });
});

/** Scans a byte string. */
function scan(text: string, options: ScanOptions = {}, encoding = 'UTF-8'): PageScan {
  const page: ByteText = { text, encoding, transcoded: false };
  return scanPage(page, options);
}

function found({ references }: PageScan, encoding = 'UTF-8'): string[] {
  return references.flatMap((reference) =>
    urlsOf(reference, encoding).map((url) => `${reference.role} ${url}`),
  );
}
