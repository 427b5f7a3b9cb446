import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectFile, isInspectable } from './inspect.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-inspect-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a page of a bundle', () => {
  test('links to files and their anchors', () => {
    const html = `<meta charset="utf-8"><a href="../index.html">a</a> <a href="b.html#part">b</a> <a href="#here">c</a>
      <a href="gr%C3%B6%C3%9Fe.html#%E8%A1%A8">d</a> <a href="größe.html?x=1">e</a>`;
    expect(inspect('guide/a.html', html).links).toEqual([
      { target: 'index.html', fragment: '', loads: false },
      { target: 'guide/b.html', fragment: 'part', loads: false },
      { target: 'guide/a.html', fragment: 'here', loads: false },
      { target: 'guide/größe.html', fragment: '表', loads: false },
      { target: 'guide/größe.html', fragment: '', loads: false },
    ]);
  });

  test('loads files', () => {
    const html = `<link rel="stylesheet" href="../a.css?v=1"><script src="b.js"></script><img src="c.png" srcset="c.png 1x, d.png 2x">
      <iframe src="e.html"></iframe><p style="background: url(f.png)"><style>@import "g.css"; p { filter: url(h.svg#i) }</style>`;
    expect(inspect('guide/a.html', html).links).toEqual([
      { target: 'a.css', fragment: '', loads: true },
      { target: 'guide/b.js', fragment: '', loads: true },
      { target: 'guide/c.png', fragment: '', loads: true },
      { target: 'guide/d.png', fragment: '', loads: true },
      { target: 'guide/e.html', fragment: '', loads: true },
      { target: 'guide/f.png', fragment: '', loads: true },
      { target: 'guide/g.css', fragment: '', loads: true },
      { target: 'guide/h.svg', fragment: 'i', loads: true },
    ]);
  });

  test('loads what it both loads and links to, in whatever order', () => {
    const loaded = { target: 'b.html', fragment: '', loads: true };
    expect(inspect('a.html', '<a href="b.html">b</a><iframe src="b.html"></iframe>').links).toEqual([loaded]);
    expect(inspect('a.html', '<iframe src="b.html"></iframe><a href="b.html">b</a>').links).toEqual([loaded]);
  });

  test('names what it loads from elsewhere, not where its links lead', () => {
    const html = `<script src="https://cdn.example.net/a.js"></script><img src="//cdn.example.net/b.png">
      <a href="https://example.org/">c</a><meta property="og:image" content="https://cdn.example.net/d.png">`;
    expect(inspect('a.html', html).outside).toEqual([
      'https://cdn.example.net/a.js',
      'http://cdn.example.net/b.png',
    ]);
  });

  test('names its anchors as links name them', () => {
    expect(
      inspect('a.html', '<meta charset=utf-8><h2 id="größe &amp; mehr">x</h2><a name="old">y</a>').anchors,
    ).toEqual(['größe & mehr', 'old']);
  });

  test('refers to nothing where it refers to itself', () => {
    expect(inspect('guide/a.html', '<a href="">a</a><a href="a.html">b</a><a href="#">c</a>').links).toEqual(
      [],
    );
  });

  test('that reaches beyond the bundle or to a folder names no file there', () => {
    const html =
      '<a href="../../../../etc/passwd">a</a><a href="/guide/">b</a><a href="mailto:a@example.com">c</a>';
    expect(inspect('guide/a.html', html).links.map(({ target }) => target)).toEqual(['etc/passwd', 'guide/']);
  });

  test('with broken escapes is read as it is written', () => {
    expect(inspect('a.html', '<a href="100%25.html#50%">a</a><a href="%E9.html">b</a>').links).toEqual([
      { target: '100%.html', fragment: '50%', loads: false },
      { target: '%E9.html', fragment: '', loads: false },
    ]);
  });
});

test('a page whose own name needs escapes is found by its links', () => {
  expect(
    inspect('a b/50%/größe#1.html', '<a href="größe%231.html#x">a</a><a href="../../c.html">b</a>').links,
  ).toEqual([
    { target: 'a b/50%/größe#1.html', fragment: 'x', loads: false },
    { target: 'c.html', fragment: '', loads: false },
  ]);
});

test('a style sheet loads what it imports and shows', () => {
  expect(
    inspect('css/a.css', '@import "b.css"; p { background: url(../img/c.png) } i { filter: url(#blur) }')
      .links,
  ).toEqual([
    { target: 'css/b.css', fragment: '', loads: true },
    { target: 'img/c.png', fragment: '', loads: true },
    { target: 'css/a.css', fragment: 'blur', loads: true },
  ]);
});

test('SVG and XHTML are read as XML', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><title><![CDATA[<a href="x">]]></title><a href="a.html"/><use href="b.svg#c"/></svg>';
  expect(inspect('img/a.svg', svg).links).toEqual([
    { target: 'img/a.html', fragment: '', loads: false },
    { target: 'img/b.svg', fragment: 'c', loads: true },
  ]);
});

test('pages, SVG files and style sheets can be inspected', () => {
  expect(['a.html', 'a.HTM', 'a.xhtml', 'a.svg', 'a.css'].every(isInspectable)).toBe(true);
  expect(['a.js', 'a.png', 'html', 'a.css.map', 'offprint.json'].some(isInspectable)).toBe(false);
});

function inspect(file: string, content: string) {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, content);
  return inspectFile(folder, file);
}
