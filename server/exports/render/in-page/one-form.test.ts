import { expect, test } from 'vitest';
import { plainStyle } from './one-form.ts';

test('a style has one form, whoever wrote it', () => {
  expect(plainStyle(' color : red;  display:none ; ')).toBe('color:red;display:none');
  expect(plainStyle('color:red;display:none')).toBe('color:red;display:none');
  expect(plainStyle(' ; ')).toBe('');
});

test('one in which blanks may count is left as it is', () => {
  expect(plainStyle('content: "a : b"')).toBeUndefined();
  expect(plainStyle('width: calc(1px + 2px)')).toBeUndefined();
});
