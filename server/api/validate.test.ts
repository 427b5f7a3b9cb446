import { expect, it } from 'vitest';
import { z } from 'zod';
import { validated } from './validate.ts';

it.each([
  [z.int().max(16), 300, 'must be 16 or less.'],
  [z.string().min(1), '', 'must have at least 1 character.'],
  [z.int(), 1.5, 'expected whole number, received number.'],
  [z.coerce.number(), 'many', 'expected number.'],
  [z.enum(['zip', 'tar.gz']), 'rar', 'must be zip or tar.gz.'],
  [z.literal('zip', { error: 'must be a zip' }), 'rar', 'must be a zip.'],
] as const)('says what would be right', (limited, value, says) => {
  const refused = () => validated(z.object({ limited }), { limited: value }, 'field');
  expect(refused).toThrow(`The field "limited" is not valid: ${says}`);
});
