import { expect, it } from 'vitest';
import { z } from 'zod';
import { validated } from './validate.ts';

it.each([
  [z.int().max(16), 300, 'must be 16 or less.'],
  [z.string().min(1), '', 'must have at least 1 character.'],
] as const)('says which limit a value exceeds', (limited, value, says) => {
  const refused = () => validated(z.object({ limited }), { limited: value }, 'field');
  expect(refused).toThrow(`The field "limited" is not valid: ${says}`);
});
