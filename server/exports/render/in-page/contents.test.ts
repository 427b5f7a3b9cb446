import { expect, test } from 'vitest';
import { entryMarks } from './contents.ts';

const entry = (element: string, classes: string, current: string | null = null) => ({
  element,
  classes: classes === '' ? [] : classes.split(' '),
  current,
});

test('an entry is marked by what it has at the end of the page and had not at its top', () => {
  const top = [
    entry('li', 'item on'),
    entry('a', 'read', 'location'),
    entry('li', 'item off'),
    entry('a', ''),
  ];
  const end = [
    entry('li', 'item off'),
    entry('a', ''),
    entry('li', 'item on'),
    entry('a', 'read', 'location'),
  ];
  expect(entryMarks(top, end)).toEqual({
    names: { li: ['on', 'off'], a: ['read', ''] },
    current: 'location',
  });
});

test('where nothing changes, nothing is a mark', () => {
  const entries = [entry('a', 'first', 'true'), entry('a', '')];
  expect(entryMarks(entries, entries)).toEqual({ names: {} });
});
