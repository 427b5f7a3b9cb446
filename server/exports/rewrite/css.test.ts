import { expect, test } from 'vitest';
import { NOTHING, rewriteCss } from './css.ts';

const upper = (url: string): string => url.toUpperCase();

test('every URL of a style sheet is rewritten in its own notation, and nothing else changes', () => {
  const css = `@charset "utf-8";
@import 'base.css' layer(base);
@font-face { src: url( sans.woff2 ) format("woff2"), url('sans.ttf') }
/* url(comment.png) */
a:hover { background: URL(a.png) no-repeat; content: "url(text.png)" }\t
`;
  expect(rewriteCss(css, upper)).toBe(`@charset "utf-8";
@import "BASE.CSS" layer(base);
@font-face { src: url("SANS.WOFF2") format("woff2"), url("SANS.TTF") }
/* url(comment.png) */
a:hover { background: url("A.PNG") no-repeat; content: "url(text.png)" }\t
`);
});

test('a URL for which there is no new one stays as it is written', () => {
  const css = "a{background:url( 'a.png' )} b{background:url(b.png)}";
  expect(rewriteCss(css, (url) => (url === 'b.png' ? undefined : url))).toBe(css);
});

test('fragments and empty URLs mean the document itself and are not asked for', () => {
  const css = 'a{clip-path:url(#clip);background:url();filter:url("#blur")}';
  expect(
    rewriteCss(css, () => {
      throw new Error('nobody should ask');
    }),
  ).toBe(css);
});

test('what stands for a missing file loads nothing and leaves its rule whole', () => {
  expect(rewriteCss('a{background:#fff url(gone.png) repeat}', () => NOTHING)).toBe(
    'a{background:#fff url("data:,") repeat}',
  );
});

test('names in Shift_JIS whose second byte is a backslash are read as one character', () => {
  const css =
    'a{background:url("\x83\x5c\x81\x5b\x83\x58.png");font-family:"\x95\x5c"} b{background:url(b.png)}';
  const asked: string[] = [];
  const rewritten = rewriteCss(
    css,
    (url) => {
      asked.push(url);
      return url === 'b.png' ? '../b.png' : undefined;
    },
    'Shift_JIS',
  );
  expect(asked).toEqual(['\x83\x5c\x81\x5b\x83\x58.png', 'b.png']);
  expect(rewritten).toBe(css.replace('url(b.png)', 'url("../b.png")'));
});

test('a style sheet without URLs comes back as it is', () => {
  const css = 'a > b { color: red }';
  expect(rewriteCss(css, upper)).toBe(css);
});
