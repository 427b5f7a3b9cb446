import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf } from './character-codes.ts';
import { readByteText } from './charset.ts';
import { type ElementHandler, elementEvents } from './elements.ts';
import { type HtmlVisitor, readHtml, type Tag } from './html.ts';
import { type Markers, scanPage } from './page.ts';
import { shapedTagAt, TAG_SHAPES_MAX, tagOfShaped } from './tag-shapes.ts';
import { HtmlTokenizer, type TokenizerEvents } from './tokenizer.ts';

it.each([
  ['<a href="x">', 'a', { href: 'x' }],
  ['<a class="b c" href="../x#y" title="a > b">', 'a', { class: 'b c', href: '../x#y', title: 'a > b' }],
  ['<a href="" class="b">', 'a', { href: '', class: 'b' }],
  ['<img src="x" class="" alt="ä">', 'img', { src: 'x', class: '', alt: 'ä' }],
  ['<my-part data-x.y="1" xlink:href="2">', 'my-part', { 'data-x.y': '1', 'xlink:href': '2' }],
])('knows %s', (text, name, expected) => {
  const inside = `x${text}rest`;
  for (let round = 0; round < 3; round++) {
    const known = shapedTagAt(inside, codesOf(inside), 1);
    expect(known?.shape).toMatchObject({ name, names: Object.keys(expected) });
    expect(inside.slice(known?.start, known?.end)).toBe(text);
    const tag = known && tagOfShaped(known);
    const read = tag?.attributes.map(({ name: key, start, end, valueStart, valueEnd }) => {
      const value = inside.slice(valueStart, valueEnd);
      expect(inside.slice(start, end)).toBe(`${key}="${value}"`);
      return [key, value];
    });
    expect(Object.fromEntries(read ?? [])).toEqual(expected);
  }
});

it('knows one shape whatever the values are, and another one for another class', () => {
  const shapeOf = (text: string) => shapedTagAt(text, codesOf(text), 0)?.shape;
  const shape = shapeOf('<a class="x" href="y">');
  expect(shape).toBeDefined();
  expect(shapeOf('<a class="x" href="other">')).toBe(shape);
  for (const text of ['<a class="y" href="y">', '<a href="y" class="x">', '<b class="x" href="y">'])
    expect([text, shapeOf(text) === shape]).toEqual([text, false]);
  expect(shapeOf('<a class="x" href="">')).toBe(shape);
});

it.each([
  '<p>',
  '<script src="x">',
  '<form action="x">',
  '<a href="x"/>',
  '<a href="x" />',
  '<a href="x" >',
  '<a  href="x">',
  '<a href="a&amp;b">',
  '<a class="a&amp;b">',
  '<a class="ä" href="x">',
  '<a href=x>',
  "<a href='x'>",
  '<a href>',
  '<a href = "x">',
  '<A href="x">',
  '<a HREF="x">',
  '<a href="x" href="y">',
  '<a href="x"title="y">',
  '<a href="x\0">',
  '<a href="x"',
  '<a href="x',
  '<a href="',
  '<a href',
  `<a ${Array.from({ length: 13 }, (_, index) => `a${index}="x"`).join(' ')}>`,
])('leaves %s to be read the long way', (text) => {
  for (let round = 0; round < 2; round++) expect(shapedTagAt(text, codesOf(text), 0)).toBeUndefined();
  // Nor for what a longer text knows of it.
  const whole = `${text}">`;
  shapedTagAt(whole, codesOf(whole), 0);
  expect(shapedTagAt(text, codesOf(text), 0)).toBeUndefined();
});

it('finds tags when there are more shapes than it keeps', () => {
  const tags = Array.from(
    { length: 3 * TAG_SHAPES_MAX },
    (_, index) => `<a class="c${index}" href="x${index}">`,
  );
  for (const text of [...tags, ...tags]) {
    const found = shapedTagAt(text, codesOf(text), 0);
    expect(
      found &&
        tagOfShaped(found).attributes.map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd)),
    ).toEqual([/c\d+/.exec(text)?.[0], /x\d+/.exec(text)?.[0]]);
  }
});

const folders = ['../rewrite/fixtures/', '../search/extract/fixtures/'].map(
  (folder) => new URL(folder, import.meta.url),
);
const pages = folders.flatMap((folder) =>
  fs
    .readdirSync(folder)
    .map((name) => ['input.html', 'page.html'].map((file) => new URL(`${name}/${file}`, folder)))
    .flatMap((files) => files.filter((file) => fs.existsSync(file)))
    .map((file) => [file.pathname.split('/').slice(-3).join('/'), fs.readFileSync(file)] as const),
);
const written = [
  ['links', '<a href="a" id="b">c</a><a class="d" href="" title="">e</a><a href=" f ">g</a>'],
  [
    'what is loaded',
    '<img src="a" alt="b"><img src="" alt=""><video src="c" poster="d"></video><input src="e">',
  ],
  [
    'attributes with rules',
    '<p style="background:url(a)" id="b"><td background="c" id="d"><a ping="e" href="f">',
  ],
  ['lists of images', '<img src="a" srcset="b 1x, c 2x"><iframe srcdoc="<a href=x>" title="d"></iframe>'],
  ['roles', '<div role="tablist" id="a"><main id="b" class="c d"><my-part id="e">'],
  [
    'elements of vendors',
    '<div id="disqus_thread" title="a">b<div id="c">d</div></div><div class="algolia-docsearch" id="e">',
  ],
  [
    'foreign elements',
    '<svg id="a"><a xlink:href="b" id="c"><title id="d">e</title></a></svg><title lang="f">g</title>',
  ],
  ['metadata', '<html lang="a"><meta name="b" content="c"><link rel="stylesheet" href="d"><base href="e">'],
  ['a form in a form', '<form id="a"><form id="b"><image src="c">'],
].map(([name = '', html = '']) => [name, Buffer.from(html)] as const);

describe('a page says the same when the shapes of its tags are known', () => {
  const markers: Markers = {
    elements: new Set(['div', 'a']),
    match: (_, attribute) =>
      attribute('id') ?? (attribute('class') === 'algolia-docsearch' ? 'search' : undefined),
    mayMatch: (_, names, classes) => names.includes('id') || classes === 'algolia-docsearch',
  };

  it.each([...pages, ...written])('%s', (_name, bytes) => {
    for (let length = bytes.length; length >= 0; length -= Math.ceil(bytes.length / 20)) {
      const page = readByteText(bytes.subarray(0, length), undefined);
      for (const options of [{}, { markers }, { anchors: true }]) {
        const read = ({ open, close }: HtmlVisitor): void => readHtml(page.text, { open, close });
        const expected = scanPage(page, { ...options, read });
        const plain = JSON.parse(JSON.stringify(expected)) as typeof expected;
        expect(JSON.parse(JSON.stringify(bareOf(scanPage(page, options))))).toEqual(bareOf(plain));
      }
      expect(elementsOf(page.text, true)).toEqual(elementsOf(page.text, false));
    }
  });
});

/** Spans may be those of tags, with all that is in them. */
function bareOf<T>(found: T): T {
  const bare = ({ start, end }: { start: number; end: number }) => ({ start, end });
  const isSpan = (value: object): value is { start: number; end: number } =>
    'start' in value && 'end' in value;
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    if (isSpan(value)) return bare(value);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)]));
  };
  return inside(found) as T;
}

function elementsOf(text: string, isShaped: boolean): unknown[] {
  const told: unknown[] = [];
  const names = ['id', 'class', 'href', 'src', 'title', 'role', 'lang', 'alt'];
  const handler: ElementHandler = {
    open: (name, attributes) => told.push([name, ...names.map((key) => attributes.get(key))]) > 0,
    text: (data) => told.push(data),
    close: () => told.push('end'),
  };
  const codes = codesOf(text);
  const options = { xml: false, decode: (part: string) => part, pause: () => {} };
  const { onshapedtag, ...events } = elementEvents(text, codes, handler, options);
  const all: TokenizerEvents = isShaped && onshapedtag ? { ...events, onshapedtag } : events;
  const tokenizer = new HtmlTokenizer({ decodeEntities: true }, all);
  tokenizer.write(text, codes);
  tokenizer.end();
  return told;
}

it('tells a visitor the same', () => {
  const text = '<p id="a">b<a class="c" href="d">e</a><svg id="f"><a href="g"></svg><p id="h">';
  const tags = (more: (open: (tag: Tag) => void) => Partial<HtmlVisitor>): Tag[] => {
    const found: Tag[] = [];
    const open = (tag: Tag): void => void found.push(tag);
    readHtml(text, { open, close: () => {}, ...more(open) });
    return found;
  };
  const shaped = tags((open) => ({ openShaped: (tag) => open(tagOfShaped(tag)) }));
  expect(shaped).toEqual(tags(() => ({})));
});
