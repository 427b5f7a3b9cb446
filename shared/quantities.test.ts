import { expect, it } from 'vitest';
import { formatQuantity, parseQuantity } from './quantities.ts';

it.each([
  ['5GB', 'bytes', 5_000_000_000],
  ['1.5 GiB', 'bytes', 1_610_612_736],
  ['53687091200', 'bytes', 53_687_091_200],
  ['500 mb', 'bytes', 500_000_000],
  ['2g', 'bytes', 2_000_000_000],
  ['4 GiB', 'mebibytes', 4096],
  ['6h', 'milliseconds', 21_600_000],
  ['1h 30min', 'seconds', 5400],
  ['90s', 'milliseconds', 90_000],
  ['15m', 'seconds', 900],
  ['1,5 h', 'seconds', 5400],
] as const)('%s is a number of %s', (text, unit, value) => {
  expect(parseQuantity(text, unit)).toBe(value);
});

it.each([
  ['', 'bytes'],
  ['five', 'bytes'],
  ['-5', 'bytes'],
  ['5 apples', 'bytes'],
  ['6h', 'bytes'],
  ['5GB', 'seconds'],
  ['500ms', 'seconds'],
] as const)('"%s" is no number of %s', (text, unit) => {
  expect(parseQuantity(text, unit)).toBeUndefined();
});

it.each([
  [53_687_091_200, 'bytes', '50 GiB'],
  [5_000_000_000, 'bytes', '5 GB'],
  [4096, 'mebibytes', '4 GiB'],
  [21_600_000, 'milliseconds', '6 h'],
  [45_000, 'milliseconds', '45 s'],
  [86_400, 'seconds', '1 d'],
  [0, 'seconds', '0'],
] as const)('%d %s reads %s, and back', (value, unit, text) => {
  expect(formatQuantity(value, unit)).toBe(text);
  expect(parseQuantity(text, unit)).toBe(value);
});
