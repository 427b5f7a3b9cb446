import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../../test/stand-ins/full.ts';
import { threadMs } from '../../../../test/stand-ins/thread-time.ts';
import { extractPage } from './page.ts';

const fixtures = new URL('fixtures/', import.meta.url);

/** Removes the numbers of places, which mean nothing to a reader. */
function readable(html: string): unknown {
  const { sections, ...head } = extractPage(html);
  return {
    ...head,
    sections: sections.map(({ place, blocks, ...section }) => {
      expect(place).toBeTypeOf('number');
      return { ...section, blocks: blocks.map((block) => block.text) };
    }),
  };
}

describe('a page as generators make it is read as a person sees it', () => {
  it.each(fs.readdirSync(fixtures))('%s', (name) => {
    const html = fs.readFileSync(new URL(`${name}/page.html`, fixtures), 'utf8');
    const expected: unknown = JSON.parse(fs.readFileSync(new URL(`${name}/seen.json`, fixtures), 'utf8'));
    expect(readable(html)).toEqual(expected);
  });

  it.each(fs.readdirSync(fixtures))('%s, wherever it is cut off', (name) => {
    const html = fs.readFileSync(new URL(`${name}/page.html`, fixtures), 'utf8');
    for (let length = html.length; length >= 0; length -= Math.ceil(html.length / 40)) {
      expect(() => extractPage(html.slice(0, length))).not.toThrow();
    }
  });
});

describe('the content of a page', () => {
  it('is the main landmark where there is one', () => {
    expect(texts('<p>Out.</p><main><p>In.</p></main><p>Out.</p>')).toEqual(['In.']);
  });

  it('is everything where there is no landmark', () => {
    expect(texts('<p>One.</p><div>Two.</div>')).toEqual(['One.', 'Two.']);
  });

  it('is the article in the main landmark when that is most of it', () => {
    expect(texts('<main><ul><li>Menu.</li></ul><article><p>A longer text.</p></article></main>')).toEqual([
      'A longer text.',
    ]);
  });

  it('is all of the main landmark when there are several articles in it', () => {
    const html =
      '<main><p>Posts.</p><article>One, a long one.</article><article>Two, a long one.</article></main>';
    expect(texts(html)).toEqual(['Posts.', 'One, a long one.', 'Two, a long one.']);
  });

  it('is what stands in articles when there is no main landmark', () => {
    expect(texts('<p>Site.</p><article>One, long.</article><article>Two, long.</article>')).toEqual([
      'One, long.',
      'Two, long.',
    ]);
  });

  function texts(html: string): string[] {
    return extractPage(html).sections.flatMap((section) => section.blocks.map((block) => block.text));
  }
});

describe('the anchor of a heading is', () => {
  it.each([
    ['its own', '<h2 id="own"><a href="#other">#</a>Title</h2>', 'own'],
    ['where its permalink leads', '<h2>Title <a href="#gr%C3%B6%C3%9Fe">¶</a></h2>', 'größe'],
    ['in it', '<h2><a name="inner"></a>Title</h2>', 'inner'],
    ['of the section that it begins', '<p>Before.</p><section id="outer"><h2>Title</h2></section>', 'outer'],
    ['right before it', '<p>Before.</p><a id="before"></a><h2>Title</h2>', 'before'],
    ['none when there is text between', '<p id="far">Text.</p><h2>Title</h2>', ''],
  ])('%s', (_, html, anchor) => {
    const section = extractPage(`<main>${html}</main>`).sections.at(-1);
    expect(section).toMatchObject({ heading: 'Title', anchor });
  });
});

it('tells blocks in the same place from others', () => {
  const place = (html: string): number | undefined => extractPage(html).sections[0]?.blocks.at(-1)?.place;
  const here = place('<main><div><p>One.</p></div></main>');
  expect(place('<main><p>Before.</p><div><p>Two.</p></div></main>')).toBe(here);
  expect(place('<main><ul><p>One.</p></ul></main>')).not.toBe(here);
});

it('is not held up by a page that nobody could show', () => {
  const many = isFullRun ? 100_000 : 40_000;
  const pages = [
    '<div>text '.repeat(many),
    '<ul><li><a href="#x">x</a>'.repeat(many),
    `<h2>${'<a href="#x">#</a> word '.repeat(many)}`,
    `<pre>${'<a id="line">some code</a>\n'.repeat(many)}</pre>`,
    `<p ${'a=1 '.repeat(many)}>x`,
  ];
  const started = threadMs();
  for (const html of pages) extractPage(html);
  expect(threadMs() - started).toBeLessThan(isFullRun ? 30_000 : 12_000);
});

it('takes an empty page, a fragment and broken markup', () => {
  expect(extractPage('').sections).toEqual([]);
  expect(extractPage('just text').sections[0]?.blocks[0]?.text).toBe('just text');
  const broken = extractPage('<main><h2>Open <p>closed</h3></div></main></main>rest<h2');
  expect(broken.sections.length).toBeGreaterThan(0);
});
