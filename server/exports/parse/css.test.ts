import { describe, expect, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { cssReferences, cssUrl, customPropertyUses } from './css.ts';

describe('the URLs of a style sheet', () => {
  test('are those of url(), with and without quotes', () => {
    expect(
      urls('a{background:url(a.png)} b{background:url("b.png")} i{background:url( \'c.png\' )}'),
    ).toEqual(['a.png', 'b.png', 'c.png']);
  });

  test('are those of @import, as a string or as a url(), with layers, supports and media behind them', () => {
    const css = `@import "reset.css";
      @import url(print.css) print;
      @IMPORT URL("layout.css") layer(base) supports(display: grid) screen and (min-width: 40em);`;
    expect(cssReferences(css).map(({ value, role }) => [role, value])).toEqual([
      ['import', 'reset.css'],
      ['import', 'print.css'],
      ['import', 'layout.css'],
    ]);
  });

  test('are those of @font-face, but not the names of its formats', () => {
    const css = `@font-face {
      font-family: "Source Sans";
      src: local("Source Sans"), url(sans.woff2) format("woff2"), url('sans.ttf?#iefix') format('truetype');
    }`;
    expect(urls(css)).toEqual(['sans.woff2', 'sans.ttf?#iefix']);
  });

  test('are the strings of image-set(), but not its types', () => {
    const css = `a{background:image-set("a.avif" type("image/avif"), "a.png" 1x, url(b.png) 2x)}
      b{background:-webkit-image-set(url(c.png) 1x, "d.png" 2x)}`;
    expect(urls(css)).toEqual(['a.avif', 'a.png', 'b.png', 'c.png', 'd.png']);
  });

  test('are found in nested rules, at-rules and custom properties', () => {
    const css = `@media (min-width: 40em) { .a { &:hover { mask: url(mask.svg#m) } } }
      :root { --icon: url(icon.svg); }`;
    expect(urls(css)).toEqual(['mask.svg#m', 'icon.svg']);
  });

  test('are unescaped', () => {
    expect(urls('a{b:url(a\\ b.png)} c{d:url("caf\\e9 .png")}')).toEqual(['a b.png', 'café.png']);
  });

  test('are not looked for in comments and other strings', () => {
    const css = `/* url(comment.png) @import "comment.css" */
      a::before { content: "url(text.png)"; quotes: '@import "x"' }`;
    expect(urls(css)).toEqual([]);
  });

  test('are not the names of namespaces', () => {
    const css = `@namespace url(http://www.w3.org/1999/xhtml);
      @namespace svg "http://www.w3.org/2000/svg";
      @namespace math url("http://www.w3.org/1998/Math/MathML");
      a { background: url(a.png) }`;
    expect(urls(css)).toEqual(['a.png']);
  });

  test('include empty ones, fragments and data URLs, which the caller judges', () => {
    expect(urls('a{b:url()} c{d:url("")} e{f:url(#clip)} g{h:url(data:image/png;base64,AA==)}')).toEqual([
      '',
      '',
      '#clip',
      'data:image/png;base64,AA==',
    ]);
  });

  test('end where a broken one begins, and go on behind it', () => {
    expect(urls('a{b:url(bro ken.png)} c{d:url(whole.png)}')).toEqual(['whole.png']);
    expect(urls('a{b:"never closed\n} c{d:url(whole.png)}')).toEqual(['whole.png']);
    expect(urls('a{b:url(open.png')).toEqual(['open.png']);
  });

  test('are the same in a style attribute, which has no braces', () => {
    expect(urls("color: red; background: url('a.png') no-repeat")).toEqual(['a.png']);
  });
});

test('a reference says which part of the text to replace', () => {
  const css = '@import "reset.css"; a{background:url(a.png)} b{background:url( "b.png" )}';
  const parts = cssReferences(css).map(({ start, end }) => css.slice(start, end));
  expect(parts).toEqual(['"reset.css"', 'url(a.png)', '"b.png"']);
});

test('the replacement of a reference is of its own kind', () => {
  const [string, bare, quoted] = cssReferences('@import "a.css"; a{b:url(c.png);d:url("e.png")}');
  if (!string || !bare || !quoted) throw new Error('three references were expected');
  expect(cssUrl(string, '../a.css')).toBe('"../a.css"');
  expect(cssUrl(bare, '../c.png')).toBe('url("../c.png")');
  expect(cssUrl(quoted, '../e.png')).toBe('"../e.png"');
});

function urls(css: string): string[] {
  return cssReferences(css).map((reference) => reference.value);
}

test('a URL says in which property it stands', () => {
  const css = `@import "a.css";a:hover{MASK-image:url(b.svg);--Icon: url("c.svg")}@media (min-width:1px){b{c:d;filter:blur(1px) url(e.svg#f)}} @font-face{src:url(g.woff2)}`;
  expect(cssReferences(css).map(({ value, property }) => `${property} ${value}`)).toEqual([
    ' a.css',
    'mask-image b.svg',
    '--Icon c.svg',
    'filter e.svg#f',
    'src g.woff2',
  ]);
});

test('custom properties are found where they are used', () => {
  expect(
    customPropertyUses('a{mask:var(--a) no-repeat;--b:var( --a , var(--c))}b:hover{background:var(--b)}'),
  ).toEqual([
    { property: 'mask', name: '--a' },
    { property: '--b', name: '--a' },
    { property: '--b', name: '--c' },
    { property: 'background', name: '--b' },
  ]);
  expect(customPropertyUses('background:var(--in-an-attribute)')).toEqual([
    { property: 'background', name: '--in-an-attribute' },
  ]);
  const started = threadMs();
  customPropertyUses(`var(${'a'.repeat(200_000)}${' a:'.repeat(100_000)}`);
  expect(threadMs() - started).toBeLessThan(2000);
});
