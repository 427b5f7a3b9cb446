import { expect, it } from 'vitest';
import { formatNumber } from './numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
  [-1000, '-1,000'],
])('%d is %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
