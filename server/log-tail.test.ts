import { expect, it } from 'vitest';
import { logTail, redacted } from './log-tail.ts';

it.each([
  ['origin https://user:secret@docs.example/a failed', 'origin https://…@docs.example/a failed'],
  ['key offp_AbC-12_x was shown', 'key … was shown'],
  ['GET /bundles/se_1/a.zip?expires=1&signature=aB-_9', 'GET /bundles/se_1/a.zip?expires=1&signature=…'],
  ['GET /login/0uS3cR3t-_', 'GET /login/…'],
  ['export job se_1 completed', 'export job se_1 completed'],
])('of "%s" no secret is kept', (line, expected) => {
  expect(redacted(line)).toBe(expected);
});

it('keeps the last lines', () => {
  const tail = logTail();
  for (let index = 0; index < 700; index++) tail.add(`line ${index}`);
  expect(tail.lines()).toHaveLength(500);
  expect(tail.lines().at(-1)?.line).toBe('line 699');
});
