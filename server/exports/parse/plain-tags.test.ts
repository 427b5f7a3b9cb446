import { expect, it } from 'vitest';
import { codesOf } from './character-codes.ts';
import { type HtmlVisitor, readHtml, type Tag } from './html.ts';
import { plainTagAt, tagOf } from './plain-tags.ts';

it.each([
  ['<p>', 'p', undefined],
  ['<span class="k">', 'span', 'k'],
  ['<my-part class="a b">', 'my-part', 'a b'],
  ['<b class="">', 'b', ''],
  ['<b class="a>b">', 'b', 'a>b'],
])('knows %s', (text, name, classes) => {
  const inside = `x${text}rest`;
  const known = plainTagAt(inside, codesOf(inside), 1);
  expect(known).toMatchObject({ text, name, classes });
  expect(plainTagAt(text, codesOf(text), 0)).toBe(known);
});

it('knows a tag whatever came before it', () => {
  const texts = [
    '<b>',
    '<i class="a">',
    '<b>',
    '<i class="ab">',
    '<b>',
    '<i class="a" id="x">',
    '<b>',
    '<i>',
  ];
  const read = (): unknown[] => texts.map((text) => plainTagAt(text, codesOf(text), 0)?.text);
  const expected = texts.map((text) => (text.includes('id') ? undefined : text));
  expect(read()).toEqual(expected);
  expect(read()).toEqual(expected);
});

it.each([
  '<script>',
  '<form class="a">',
  '<p id="a">',
  '<p class="a" id="b">',
  '<p class="a"/>',
  '<p class="a&amp;b">',
  '<p class="é">',
  '<p class=a>',
  "<p class='a'>",
  '<P>',
  '<p class="a"',
  '<p class="a',
  '<p cl',
  '<p',
])('leaves %s to be read the long way', (text) => {
  expect(plainTagAt(text, codesOf(text), 0)).toBeUndefined();
});

it('tells a visitor the same, at whatever length', () => {
  const text = '<html><p>a<b class="x y">b</b><svg><path class="d"></svg><p class="x y"><td class="z">c</p>';
  const tags = (more: (open: (tag: Tag) => void) => Partial<HtmlVisitor>): Tag[] => {
    const found: Tag[] = [];
    const open = (tag: Tag): void => void found.push(tag);
    readHtml(text, { open, close: () => {}, ...more(open) });
    return found;
  };
  const short = tags((open) => ({ openPlain: (plain, start) => open(tagOf(plain, start)) }));
  expect(short).toEqual(tags(() => ({})));
});
