import { describe, expect, it } from 'vitest';
import { compoundParts, joiningOf } from './compounds.ts';
import { fold } from './fold.ts';
import { guessLanguage } from './language.ts';
import { wordSegmenter } from './segmenter.ts';
import { SHARDS, shardOf } from './shard.ts';
import { isUnspaced, partsOf, splitWords } from './split.ts';
import { stemOf } from './stems.ts';

function words(text: string): string[] {
  return splitWords(text, wordSegmenter()).map((word) => word.text);
}

describe('words', () => {
  it.each([
    ['a sentence, with signs', ['a', 'sentence', 'with', 'signs']],
    ['C++ and C# but not x# y or a+b', ['C++', 'and', 'C#', 'but', 'not', 'x#', 'y', 'or', 'a', 'b']],
    ['version 3.11.2 of 4. things', ['version', '3.11.2', 'of', '4', 'things']],
    ["l’eau d'or", ['l', 'eau', 'd', 'or']],
    ['os.path.join(__file__)', ['os', 'path', 'join', '__file__']],
    ['数据库连接', ['数据', '库', '连接']],
    ['データベース接続', ['データベース', '接続']],
    ['ภาษาไทย', ['ภาษา', 'ไทย']],
    ['한국어를 설정', ['한국어를', '설정']],
    ['Vue数据v2', ['Vue', '数据', 'v2']],
    ['हिन्दी में', ['हिन्दी', 'में']],
  ])('of %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('stand where they are said to stand', () => {
    const text = 'Die größte 数据库连接 foo_bar';
    for (const { text: word, start } of splitWords(text, wordSegmenter())) {
      expect(text.slice(start, start + word.length)).toBe(word);
    }
  });

  it('without an end are cut', () => {
    expect(words('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
  });

  it('of unspaced scripts stay whole for browsers that cannot take them apart', () => {
    const whole = splitWords('设置数据库连接', (run) => [{ segment: run, index: 0 }]);
    expect(whole).toEqual([{ text: '设置数据库连接', start: 0 }]);
  });
});

it.each([
  ['parseHTMLText_v2', ['parse', 'HTML', 'Text', 'v2']],
  ['snake_case_name', ['snake', 'case', 'name']],
  ['__init__', ['init']],
  ['getURL', ['get', 'URL']],
  ['utf8', ['utf8']],
  ['Word', ['Word']],
  ['ÄnderungsDatum', ['Änderungs', 'Datum']],
])('the parts of %s', (identifier, parts) => {
  expect(partsOf(identifier)).toEqual(parts);
});

describe('folding', () => {
  it.each([
    ['Größe', 'grosse'],
    ['ŒUVRE', 'oeuvre'],
    ['naïve café', 'naivecafe'],
    ['Ёлка', 'елка'],
    ['İstanbul', 'istanbul'],
    ['ΛΌΓΟΣ', 'λογοσ'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['ＡＢＣ', 'abc'],
    ['한국어', '한국어'],
    ['हिन्दी', 'हिन्दी'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['مُحَمَّد', 'محمد'],
    ['🄁', '0'], // decomposes to "0,", but words have no signs
  ])('%s', (word, folded) => {
    expect(fold(word)).toBe(folded);
  });

  it('is the same done twice', () => {
    for (const word of ['Größe', 'ﾃﾞｰﾀ', 'İ', 'ǅ', '½', 'ﬃ']) expect(fold(fold(word))).toBe(fold(word));
  });
});

it('forms of a word have one stem, by language', () => {
  expect(stemOf('Configurations', 'en')).toBe(stemOf('configuring', 'en'));
  expect(stemOf('Häuser', 'de')).toBe(stemOf('Haus', 'de'));
  expect(stemOf('configurations', 'fr')).toBe(stemOf('configurer', 'fr'));
  expect(stemOf('настройки', 'ru')).toBe(stemOf('настройка', 'ru'));
  expect(stemOf('updates', 'ru')).toBe(stemOf('update', 'en'));
  expect(stemOf('Größe', 'xx')).toBe('grosse');
  expect(stemOf('utf8', 'en')).toBe('utf8');
});

it('every stemmer can be loaded', () => {
  const languages = 'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk';
  for (const language of languages.split(' ')) expect(stemOf('documentation', language)).not.toBe('');
  // Each one handles the endings of its own language.
  expect(stemOf('huskene', 'no')).toBe(stemOf('husk', 'nb'));
  expect(stemOf('kediler', 'tr')).toBe('kedi');
});

describe('a compound', () => {
  const known = new Set(['datenbank', 'verbindung', 'verbindungen', 'sicherung', 'kopie', 'netz', 'werk']);
  const parts = (word: string): string[] =>
    compoundParts(word, joiningOf('de', false) ?? { links: [], partMin: 4 }, (part) =>
      known.has(part) ? part : undefined,
    );

  it.each([
    ['datenbankverbindung', ['datenbank', 'verbindung']],
    ['sicherungskopie', ['sicherung', 'kopie']],
    ['datenbanksicherungskopie', ['datenbank', 'sicherung', 'kopie']],
    ['netzwerkverbindungen', ['netz', 'werk', 'verbindungen']],
    ['unbekanntverbindung', []],
    ['verbindung', []],
    ['bank', []],
  ])('%s', (word, expected) => {
    expect(parts(word)).toEqual(expected);
  });

  it('is nothing in languages that write it apart', () => {
    expect(joiningOf('en', false)).toBeUndefined();
  });

  it('without spaces has shorter parts', () => {
    const japanese = joiningOf('', true);
    expect(
      japanese &&
        compoundParts('データベース', japanese, (part) =>
          /^(データ|ベース)$/.test(part) ? part : undefined,
        ),
    ).toEqual(['データ', 'ベース']);
  });
});

it.each([
  ['The quick start of the guide is for people that are new to this.', 'en'],
  ['Die Anleitung ist für Leute, die mit dem Werkzeug nicht vertraut sind und das ändern werden.', 'de'],
  ['La configuration est dans les fichiers que vous avez avec cette version pour des serveurs.', 'fr'],
  ['これは設定の手引きです。', 'ja'],
  ['这是配置指南。', 'zh'],
  ['Это руководство по настройке.', 'ru'],
  ['설정 안내서입니다.', 'ko'],
  ['const a = 1;', undefined],
])('guesses the language of %s', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});

it('words that begin alike are in one file of words, and the files are even', () => {
  expect(shardOf('configuration')).toBe(shardOf('cool'));
  expect(shardOf('数据')).toBe(shardOf('数'));
  const counts = new Array<number>(SHARDS).fill(0);
  for (const first of 'abcdefghijklmnopqrstuvwxyz') {
    for (const second of 'aeioulrt') {
      const shard = shardOf(first + second);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
  }
  expect(Math.min(...counts)).toBeGreaterThan(10);
});

it('scripts without spaces are told from others', () => {
  expect(['数', 'か', 'カー', 'ไ'].every(isUnspaced)).toBe(true);
  expect(['a', 'é', 'Я', '한', 'ह', '3'].some(isUnspaced)).toBe(false);
});
