import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../../test/stand-ins/full.ts';
import { bitReader } from '../browser/bits.ts';
import { readTerms } from '../browser/terms.ts';
import type { Section } from '../extract/page.ts';
import { wordSegmenter } from '../words/segmenter.ts';
import { type Segmenter, splitWords } from '../words/split.ts';
import { bitWriter } from './bits.ts';
import { levelOf } from './levels.ts';
import { openLexicon } from './lexicon.ts';
import { repeatedBlocks } from './repeated.ts';
import { readSpool, writeSpool } from './spool.ts';
import { posting, termsFile } from './terms-file.ts';
import { bareTitles } from './titles.ts';
import { readUnitWords, writeUnitWords } from './unit-words.ts';
import { UNIT_MAX_BYTES, unitsOf } from './units.ts';
import { visitWords } from './visit-words.ts';
import { openWordTable } from './word-table.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-search-build-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it('bits are read as they were written, from text that needs no escapes', () => {
  const writer = bitWriter();
  const numbers = Array.from({ length: 500 }, (_, index) => (index * 7919) % 4000);
  for (const number of numbers) {
    writer.gamma(number + 1);
    writer.unary(number % 17);
    writer.bits(number, 12);
  }
  const text = writer.text();
  expect(JSON.stringify(text)).toBe(`"${text}"`);
  const reader = bitReader(text);
  for (const number of numbers) {
    expect([reader.gamma(), reader.unary(), reader.bits(12)]).toEqual([number + 1, number % 17, number]);
  }
});

describe('a file of words', () => {
  const words: [text: string, stem: string, units: number[], levels: number[]][] = [
    ['happy', 'happi', [0, 3, 99], [0, 6, 2]],
    ['happily', 'happi', [99], [1]],
    ['happen', 'happen', Array.from({ length: 100 }, (_, unit) => unit), new Array(100).fill(0)],
    ['configuration', 'configur', [50], [3]],
    ['configure', 'configur', [1, 2], [4, 5]],
    ['membaca', 'baca', [7], [0]],
    ['3.11', '3.11', [0], [0]],
    ['c++', 'c++', [98], [0]],
    ['数据', '数据', [10, 11], [1, 0]],
  ];
  const entries = words.map(([text, stem, units, levels]) => ({
    text,
    stem,
    postings: Uint32Array.from(units, (unit, index) => posting(unit, levels[index] ?? 0)),
  }));
  const terms = readTerms(termsFile(entries, 100), 100);

  it('gives back every word with where it stands', () => {
    for (const [text, , units, levels] of words) {
      const [match] = terms.exact(text);
      expect(match?.quality).toBe(1);
      const flat = units.flatMap((unit, index) => [unit, levels[index]]);
      expect(terms.postings(match?.form ?? -1)).toEqual(flat);
    }
  });

  const found = (matches: readonly { form: number }[]): string[] =>
    matches.map(({ form }) => terms.textOf(form)).sort();

  it('knows the forms of a word that stands there and of one that does not', () => {
    expect(found(terms.inflected('happy'))).toEqual(['happily']);
    expect(found(terms.inflected('configuration'))).toEqual(['configure']);
    expect(found(terms.inflected('configurly'))).toEqual(['configuration', 'configure']);
    expect(found(terms.inflected('configurxyz'))).toEqual([]);
  });

  it('knows beginnings, mistakes and middles', () => {
    expect(found(terms.beginning('happ'))).toEqual(['happen', 'happily', 'happy']);
    expect(found(terms.similar('confgiuration', false))).toEqual(['configuration']);
    expect(found(terms.similar('confg', true))).toEqual(['configuration', 'configure']);
    expect(found(terms.similar('cat', false))).toEqual([]);
    expect(found(terms.within('figur'))).toEqual(['configuration', 'configure']);
    expect(terms.longestStart('数据库')).toBe('数据');
    expect(terms.longestStart('zebra')).toBe('');
  });

  it('may be empty', () => {
    expect(readTerms(termsFile([], 0), 0).exact('word')).toEqual([]);
  });
});

describe('a page', () => {
  const section = (name: string, bytes: number): Section => ({
    level: 2,
    anchor: name,
    heading: name,
    place: 0,
    blocks: [{ text: 'word '.repeat(bytes / 5).trim(), place: 0 }],
  });

  it('that is short is one unit', () => {
    expect(unitsOf('a.html', [section('a', 8000), section('b', 8000)])).toHaveLength(1);
  });

  it('without text is one unit', () => {
    expect(unitsOf('a.html', [])).toEqual([{ hash: expect.any(Number), sections: [] }]);
  });

  it('that is long is cut between sections, none lost', () => {
    const sections = Array.from({ length: 60 }, (_, index) => section(`s${index}`, 2500));
    const units = unitsOf('a.html', sections);
    expect(units.length).toBeGreaterThan(60 / 10);
    expect(units.flatMap((unit) => unit.sections.map((shown) => shown.anchor))).toEqual(
      sections.map((each) => each.anchor),
    );
    for (const unit of units) {
      const bytes = unit.sections.reduce((sum, shown) => sum + shown.text.length, 0);
      expect(bytes).toBeLessThanOrEqual(UNIT_MAX_BYTES);
    }
    expect(new Set(units.map((unit) => unit.hash)).size).toBe(units.length);
  });

  it('that is long and changes in one place keeps most of its units', () => {
    const sections = Array.from({ length: 100 }, (_, index) => section(`s${index}`, 2500));
    const changed = sections.with(10, section('s10', 4500));
    const names = (of: Section[]): string[] => unitsOf('a.html', of).map((unit) => JSON.stringify(unit));
    const before = new Set(names(sections));
    expect(names(changed).filter((unit) => !before.has(unit)).length).toBeLessThanOrEqual(3);
  });

  it('that is one long block is cut at spaces, between characters', () => {
    const text = `${'lorem '.repeat(20_000)}${'😀'.repeat(20_000)}`;
    const units = unitsOf('a.html', [{ ...section('a', 0), blocks: [{ text, place: 0 }] }]);
    const joined = units.flatMap((unit) => unit.sections.flatMap((shown) => shown.text.split('\n')));
    expect(joined.every((line) => line.isWellFormed())).toBe(true);
    expect(joined.join(' ').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});

describe('what stands on most pages of a layout', () => {
  const page = (number: number): Section[] => [
    { level: 1, anchor: '', heading: 'My site', place: 5, blocks: [{ text: 'Menu', place: 1 }] },
    {
      level: 2,
      anchor: 'a',
      heading: 'See also',
      place: 6,
      blocks: [
        { text: `About ${number}`, place: 2 },
        { text: 'Was this helpful?', place: 3 },
        { text: 'Menu', place: 9 + number },
      ],
    },
  ];
  const pages = Array.from({ length: 20 }, (_, number) => ({ path: `${number}.html`, layout: 'docs' }));

  it('is left out, but for headings with anchors', () => {
    const without = repeatedBlocks(pages, page);
    expect(without('docs', page(7))).toEqual([
      {
        level: 2,
        anchor: 'a',
        heading: 'See also',
        place: 6,
        blocks: [
          { text: 'About 7', place: 2 },
          { text: 'Menu', place: 16 },
        ],
      },
    ]);
  });

  it('stays in another layout, and where there are too few pages to compare', () => {
    expect(repeatedBlocks(pages, page)('blog', page(7))).toEqual(page(7));
    expect(repeatedBlocks(pages.slice(0, 4), page)('docs', page(2))).toEqual(page(2));
  });
});

describe('titles', () => {
  it('lose what the site adds to each', () => {
    const titles = ['Start', 'Guide — Setup', 'API | Types', 'Errors'].map(
      (title) => `${title} — Tool 3.1 docs`,
    );
    expect(bareTitles(titles)).toEqual(['Start', 'Guide — Setup', 'API | Types', 'Errors']);
  });

  it('lose it at their beginning too', () => {
    expect(bareTitles(['Tool: Start', 'Tool · A - B', 'Tool · C', 'Tool · D'])).toEqual([
      'Tool: Start',
      'A - B',
      'C',
      'D',
    ]);
  });

  it('keep it when nothing else is left, and when few pages have it', () => {
    expect(bareTitles(['Tool | Docs', 'A | Docs', 'B | Docs', 'C | Docs'])).toEqual(['Tool', 'A', 'B', 'C']);
    expect(bareTitles(['A - x', 'B - x', 'C', 'D', 'E'])).toEqual(['A - x', 'B - x', 'C', 'D', 'E']);
    expect(bareTitles([])).toEqual([]);
  });
});

it('a word is worth more in a title than in a heading than in the text, and more the more it is said', () => {
  const level = (body: number, headings = 0, inTitle = false): number =>
    levelOf({ body, headings, inTitle }, 1500);
  const levels = [
    level(1),
    level(3),
    level(9),
    level(1, 1),
    level(1, 2),
    level(0, 0, true),
    level(9, 0, true),
  ];
  expect(levels).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(levelOf({ body: 1, headings: 0, inTitle: false }, 50)).toBeGreaterThan(level(1));
});

describe('the lexicon', () => {
  it('knows an identifier whole and in parts', () => {
    const lexicon = openLexicon();
    const numbers = lexicon.formsOf('parseHTMLText', 'en');
    const { forms } = lexicon.close();
    expect(numbers.map((number) => forms[number]?.text)).toEqual(['parse', 'html', 'text', 'parsehtmltext']);
    expect(lexicon.formsOf('___', 'en')).toEqual([]);
  });

  it('knows a word by its characters as it knows it by itself', () => {
    const written = ['parseHTMLText', '___', 'x_1_1', 'parse', '_x', 'C++', '3.11', 'Happily', 'HTML'];
    const codes = Buffer.from(` ${written.join(' ')} `);
    const [within, alone] = [openLexicon(), openLexicon()];
    for (let round = 0; round < 2; round++) {
      for (const word of written) {
        const start = codes.indexOf(` ${word} `) + 1;
        const forms = within.formsWithin(codes, start, start + word.length, 'en');
        expect([word, forms]).toEqual([word, alone.formsOf(word, 'en')]);
      }
    }
    expect(within.close().forms).toEqual(alone.close().forms);
  });

  it('tells a word of one language from the same in another', () => {
    const lexicon = openLexicon();
    const codes = Buffer.from('Verbindungen');
    const numbers = ['de', 'en', 'de'].map((language) =>
      lexicon.formsWithin(codes, 0, codes.length, language),
    );
    expect(numbers).toEqual([[0], [0], [0]]);
    expect(lexicon.close().forms[0]?.stem).toBe('verbind');
  });

  it('finds a compound under its parts, in the form that stands on the site', () => {
    const lexicon = openLexicon();
    for (const word of ['Datenbank', 'Verbindung', 'Datenbankverbindungen', 'Datenbanken'])
      lexicon.formsOf(word, 'de');
    const { forms, foundAs } = lexicon.close();
    const number = forms.findIndex((form) => form.text === 'datenbankverbindungen');
    expect(foundAs(number).map((form) => forms[form]?.text)).toEqual([
      'datenbankverbindungen',
      'datenbank',
      'verbindung',
    ]);
  });
});

it('a table of words tells apart what a Map does, while it grows', () => {
  const table = openWordTable<number>();
  const words = Array.from(
    { length: isFullRun ? 20_000 : 10_000 },
    (_, index) => `w${(index * 7919) % 30_011}`,
  );
  const text = Buffer.from(words.join(' '));
  const known = new Map<string, number>();
  let start = 0;
  for (const word of words) {
    const end = start + word.length;
    expect(table.get(text, start, end)).toBe(known.get(word));
    if (!known.has(word)) {
      known.set(word, known.size);
      table.add(text, start, end, known.size - 1);
    }
    expect(table.get(text, start, end - 1)).toBe(known.get(word.slice(0, -1)));
    start = end + 1;
  }
});

it('a spool keeps values in a file, larger ones than its buffer too', () => {
  const file = path.join(folder, 'spool');
  const writer = writeSpool(file);
  const values = [{ a: 'x\ny' }, 'ü'.repeat(3_000_000), [], '\u2028', 4];
  for (const value of values) writer.add(value);
  writer.close();
  const reader = readSpool(file);
  expect(reader.count).toBe(values.length);
  for (const number of [4, 0, 1, 3, 2]) expect(reader.get(number)).toEqual(values[number]);
  reader.close();
});

it('words of units are read back as they were set aside, however many there are', () => {
  const file = path.join(folder, 'words');
  const writer = writeUnitWords(file);
  const sizes = [0, 3, 300_000, 1, 0, ...Array.from({ length: 400 }, (_, index) => 2000 + index), 700_000, 2];
  const units = sizes.map((size, unit) => ({
    length: unit,
    counts: Uint32Array.from({ length: size }, (_, index) => unit * 1_000_000 + index),
  }));
  for (const unit of units) writer.add(unit);
  writer.close();
  let unit = 0;
  for (const { length, counts } of readUnitWords(file)) {
    expect(length).toBe(unit);
    expect(Buffer.compare(bytesOf(counts), bytesOf(units[unit]?.counts ?? new Uint32Array(1)))).toBe(0);
    unit++;
  }
  expect(unit).toBe(units.length);
  fs.truncateSync(file, fs.statSync(file).size - 4);
  expect(() => [...readUnitWords(file)]).toThrow(`${file} ends in the middle of a record.`);
});

function bytesOf(row: Uint32Array): Buffer {
  return Buffer.from(row.buffer, row.byteOffset, row.byteLength);
}

function visited(text: string, segment: Segmenter): string[] {
  const words: string[] = [];
  visitWords(text, segment, {
    within: (codes, start, end) => words.push(String.fromCharCode(...codes.subarray(start, end))),
    other: (word) => words.push(word),
  });
  return words;
}

it('takes words apart alike with and without regular expressions', () => {
  const segment = wordSegmenter();
  const texts = [
    '3.11 v3.11 1.2.3. 1..2 .5 5. 1.a a.1 10 x10y 1_2.3',
    'C++ C# C#x C#_ C#1 a+b a++b ++ # a## 1++ 3.11++ 3.1#',
    'parse_HTML-text __init__ don\'t foo.bar() <a href="x">',
    `${'x'.repeat(70)} ${'1.'.repeat(50)}1`,
    '',
    'größer C++ 3.11 naïve',
  ];
  const characters = 'ab1_.+# -';
  let seed = 1;
  for (let round = 0; round < 3000; round++) {
    let text = '';
    for (let index = 0; index < 12; index++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      text += characters[(seed >>> 16) % characters.length];
    }
    texts.push(text);
  }
  for (const text of texts) {
    const words = splitWords(text, segment).map((word) => word.text);
    expect([text, visited(text, segment)]).toEqual([text, words]);
  }
});
