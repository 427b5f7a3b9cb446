import { expect, test } from 'vitest';
import { splice } from './splice.ts';

test('a text without edits stays the same', () => {
  expect(splice('<p>text</p>', [])).toBe('<p>text</p>');
});

test('edits are applied where they belong, in whatever order they come', () => {
  const edits = [
    { start: 6, end: 7, text: 'three' },
    { start: 0, end: 1, text: 'one' },
    { start: 3, end: 3, text: 'and a half ' },
  ];
  expect(splice('1, 2, 3', edits)).toBe('one, and a half 2, three');
  expect(splice('1, 2, 3', edits.toReversed())).toBe('one, and a half 2, three');
});

test('an edit within a part that goes is dropped with it', () => {
  const text = '<a><b x="1"></a>';
  const attribute = { start: 6, end: 11, text: 'x="2"' };
  const element = { start: 3, end: 12, text: '' };
  expect(splice(text, [attribute, element])).toBe('<a></a>');
});

test('of two edits that begin together the longer one holds', () => {
  expect(
    splice('abcdef', [
      { start: 1, end: 3, text: 'x' },
      { start: 1, end: 5, text: 'y' },
    ]),
  ).toBe('ayf');
});

test('what is inserted where a part begins stays when the part goes', () => {
  const removal = { start: 6, end: 12, text: '' };
  const insertion = { start: 6, end: 6, text: '<meta>' };
  expect(splice('<head><base><p>', [removal, insertion])).toBe('<head><meta><p>');
  expect(splice('<head><base><p>', [insertion, removal])).toBe('<head><meta><p>');
});

test('what is inserted where a part ends stays too', () => {
  const removal = { start: 0, end: 6, text: '' };
  const insertion = { start: 6, end: 6, text: '<meta>' };
  expect(splice('<base><p>', [insertion, removal])).toBe('<meta><p>');
});

test('insertions at one place keep their order', () => {
  const edits = ['a', 'b', 'c'].map((text) => ({ start: 1, end: 1, text }));
  expect(splice('()', edits)).toBe('(abc)');
});
