import { describe, expect, test } from 'vitest';
import { isInState, namesIn } from './attributes.ts';

describe('an attribute is in a state', () => {
  test('when it has the value of that state, nothing included', () => {
    expect(isInState('true', 'aria-expanded', 'true', 'false')).toBe(true);
    expect(isInState('false', 'aria-expanded', 'true', 'false')).toBe(false);
    expect(isInState(null, 'hidden', null, '')).toBe(true);
    expect(isInState('', 'hidden', null, '')).toBe(false);
  });

  test('when a class has all names of that state, whatever else it has, and none of the other', () => {
    expect(isInState('menu is-open  wide', 'class', 'is-open', 'is-closed')).toBe(true);
    expect(isInState('menu is-open is-closed', 'class', 'is-open', 'is-closed')).toBe(false);
    expect(isInState('menu', 'class', 'is-open', null)).toBe(false);
    expect(isInState(null, 'class', null, 'is-open')).toBe(true);
    expect(isInState('menu is-opened', 'class', null, 'is-open')).toBe(true);
  });
});

test('a list of names may have any blanks, or none', () => {
  expect(namesIn(' one\n\ttwo  ')).toEqual(['one', 'two']);
  expect(namesIn('')).toEqual([]);
  expect(namesIn(null)).toEqual([]);
});
