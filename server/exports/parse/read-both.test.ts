import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ByteText, charactersOf, readByteText } from './charset.ts';
import { type ElementAttributes, type ElementHandler, readElements } from './elements.ts';
import { type HtmlVisitor, readHtml } from './html.ts';
import { readBoth } from './read-both.ts';

const folders = ['../rewrite/fixtures/', '../search/extract/fixtures/'].map(
  (folder) => new URL(folder, import.meta.url),
);
const pages = folders.flatMap((folder) =>
  fs
    .readdirSync(folder)
    .map((name) => ['input.html', 'page.html'].map((file) => new URL(`${name}/${file}`, folder)))
    .flatMap((files) => files.filter((file) => fs.existsSync(file))),
);

describe('a page that is read once says what it says when it is read twice', () => {
  test.each(pages.map((file) => [file.pathname.split('/').slice(-3).join('/'), file] as const))(
    '%s, wherever it is cut off',
    (_name, file) => {
      const bytes = fs.readFileSync(file);
      for (let length = bytes.length; length >= 0; length -= Math.ceil(bytes.length / 40)) {
        const isRead = isSaidAlike(readByteText(bytes.subarray(0, length), undefined));
        // As generators make them.
        if (length === bytes.length && file.pathname.includes('/extract/')) expect(isRead).toBe(true);
      }
    },
  );

  test.each([
    ['references in values and texts', '<a href="&amp;a&lt;b" title="a&copy;b">&nbsp;&notit;&#x41</a>&amp'],
    ['values that are empty or not quoted', '<a href= title=x&amp;y checked class="">a<a href="">'],
    ['a form in a form', '<form>a<form id=x>b</form>c'],
    ['end tags that end nothing', '</p></br></b>a<div></span></div>'],
    ['text alone', '<title>a<b>&amp;</title><style>a>b</style><textarea><p>&lt;</textarea><plaintext><p>'],
    ['inline SVG', '<p>a<svg><title>x</title><style>.a{}</style><path/></svg><title>b<c></title>'],
    ['characters beyond ASCII', '<p title="gr&ouml;ße">\ufeffGröße 😀 &euml;</p><h1>ä'],
    ['bytes that are no characters', Buffer.from('<p title="\xe2\x82">\xff<b>\xe2\x82</b>\xf0', 'latin1')],
    ['more elements in each other than are read', `${'<div><i>'.repeat(40)}deep`],
  ])('%s', (_name, html) => {
    const bytes = typeof html === 'string' ? Buffer.from(html) : html;
    expect(isSaidAlike({ text: bytes.toString('latin1'), encoding: 'UTF-8', transcoded: false })).toBe(true);
  });
});

test.each([
  ['CDATA', '<p><![CDATA[a]]>', 'UTF-8'],
  ['another encoding', '<p>\x83\x5b', 'Shift_JIS'],
  ['names of elements beyond ASCII', '<p\xc3\x84>', 'UTF-8'],
  ['SVG that is not closed', '<svg><g><p>a<title><b>x</title>', 'UTF-8'],
  ['MathML that the two take for different things', '<math><mi><title><b>x</title>', 'UTF-8'],
])('%s is left to be read again', (_name, text, encoding) => {
  expect(isSaidAlike({ text, encoding, transcoded: false })).toBe(false);
});

/** Compares; whether the page was read once. */
function isSaidAlike(page: ByteText): boolean {
  const once = recorder();
  const isRead = readBoth(page, once.visitor, once.handler);
  const twice = recorder();
  readHtml(page.text, twice.visitor);
  expect(once.tags).toEqual(twice.tags);
  if (!isRead) return false;
  readElements(charactersOf(page), twice.handler, false);
  expect(once.elements).toEqual(twice.elements);
  return true;
}

/** Some plain tags are told as such; what stands in more than 50 elements is not read. */
function recorder(): {
  tags: unknown[];
  elements: unknown[];
  visitor: HtmlVisitor;
  handler: ElementHandler;
} {
  const tags: unknown[] = [];
  const elements: unknown[] = [];
  let depth = 0;
  let text = '';
  const tell = (what: unknown): void => {
    elements.push(text, what);
    text = '';
  };
  const visitor: HtmlVisitor = {
    open: (tag) => tags.push(structuredClone(tag)),
    openPlain: ({ text: plain }, start) => tags.push([plain, start]),
    close: (...end) => tags.push(end),
  };
  const names = ['id', 'class', 'href', 'title', 'name', 'role', 'lang', 'checked'];
  const valuesOf = (attributes: ElementAttributes): unknown[] => names.map((name) => attributes.get(name));
  const handler: ElementHandler = {
    openPlain: ({ name }) => {
      if (name !== 'span' && name !== 'i') return false;
      tell(name);
      depth++;
      return true;
    },
    open: (name, attributes) => {
      tell([name, ...valuesOf(attributes)]);
      return ++depth < 50;
    },
    // Where a text is cut into parts is of no meaning.
    text: (data) => {
      text += data;
    },
    close: () => {
      tell('end');
      depth--;
    },
  };
  return { tags, elements, visitor, handler };
}
