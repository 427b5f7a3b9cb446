import { describe, expect, test } from 'vitest';
import { normalText, textSimilarity } from './text-similarity.ts';

describe('how alike two texts are', () => {
  test('is 1 for the same words, however they are spaced', () => {
    expect(textSimilarity('Install on  Linux\n\nand run', ' Install\ton Linux and run ')).toBe(1);
  });

  test('is 0 when the text has gone', () => {
    expect(textSimilarity('Install on Linux', '')).toBe(0);
    expect(textSimilarity('Install on Linux', ' \n\u200b ')).toBe(0);
  });

  test('is unknown when there was no text to compare with', () => {
    expect(textSimilarity('', 'Install')).toBeNull();
    expect(textSimilarity(' \n ', '')).toBeNull();
    expect(textSimilarity('\u200b', 'Install')).toBeNull();
  });

  test('is 0 for texts without a common word', () => {
    expect(textSimilarity('Install on Linux', '404 Not found')).toBe(0);
  });

  test('counts words as often as they stand there', () => {
    expect(textSimilarity('a a b', 'a b b')).toBeCloseTo(2 / 3);
    expect(textSimilarity('a a a a', 'a')).toBeCloseTo(2 / 5);
  });

  test('falls with what is lost and with what is added', () => {
    expect(textSimilarity('one two three four', 'one two three')).toBeCloseTo(6 / 7);
    expect(textSimilarity('one two three', 'one two three four')).toBeCloseTo(6 / 7);
  });

  test('does not depend on how letters with marks are encoded', () => {
    expect(textSimilarity('cafe\u0301 \u212b ae', 'caf\u00e9 \u00c5 ae')).toBe(1);
    expect(textSimilarity('blåbær og øl', 'blåbær og øl'.normalize('NFD'))).toBe(1);
  });

  test('tells letters with marks from letters without', () => {
    expect(textSimilarity('blåbær øl', 'blabaer ol')).toBe(0);
  });
});

test('a reader sees no invisible characters and no difference between kinds of white space', () => {
  expect(normalText('A\u200bP\u00adI\ufeff\u00a0 guide\u2003\r\n1')).toBe('API guide 1');
  expect(normalText('e\u200d\u0301')).toBe('é');
});

test('compares text without blanks by its characters', () => {
  const text = '欢迎使用离线文档。'.repeat(20);
  expect(textSimilarity(text, text.replace('离', '在'))).toBeGreaterThan(0.99);
  expect(textSimilarity(text, '完全不同')).toBeLessThan(0.1);
});
