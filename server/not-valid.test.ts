import { expect, it } from 'vitest';
import { z } from 'zod';
import { notValid } from './not-valid.ts';

it.each([
  [z.int().max(16), 300, 'x is not valid. Use 16 or less.'],
  [z.int().min(1), 0, 'x is not valid. Use 1 or more.'],
  [z.number().positive(), 0, 'x is not valid. Use more than 0.'],
  [z.string().max(1), 'ab', 'x is not valid. Use at most 1 character.'],
  [z.string().length(3), 'ab', 'x is not valid. Use exactly 3 characters.'],
  [z.array(z.int()).min(2), [], 'x is not valid. Use at least 2 items.'],
  [z.string().min(12, 'must be long'), 'ab', 'x is not valid: must be long.'],
  [z.boolean(), 'yes', 'x is not valid. Use true or false.'],
  [z.int(), 1.5, 'x is not valid. Use a whole number.'],
  [z.enum(['a', 'b', 'c']), 'd', 'x is not valid. Use a, b or c.'],
  [z.literal('a'), 'd', 'x is not valid. Use a.'],
  [z.enum(['a', 'b'], 'must be short'), 'd', 'x is not valid: must be short.'],
  [z.string(), 1, 'x is not valid: expected string, received number.'],
] as const)('says what to use instead of a value that is not valid', (schema, value, says) => {
  expect(notValid('x', schema.safeParse(value).error?.issues[0])).toBe(says);
});
