import { expect, it } from 'vitest';
import { redacted } from './redacted.ts';

it.each([
  ['origin https://user:secret@docs.example/a failed', 'origin https://…@docs.example/a failed'],
  ['key offp_AbC-12_x was shown', 'key … was shown'],
  ['GET /bundles/se_1/a.zip?expires=1&signature=aB-_9', 'GET /bundles/se_1/a.zip?expires=1&signature=…'],
  ['Authorization: Bearer abcdef123456', 'Authorization: …'],
  ['{"cookie":"session=abc; other=1"}', '{"cookie":"…"}'],
  ['PUT https://s3/b?X-Amz-Signature=ab12&X-Amz-Date=1', 'PUT https://s3/b?X-Amz-Signature=…&X-Amz-Date=1'],
  ['GET /a?token=abc&page=2', 'GET /a?token=…&page=2'],
  ['GET /login/0uS3cR3t-_', 'GET /login/…'],
  ['export job se_1 completed', 'export job se_1 completed'],
])('of "%s" no secret is kept', (line, expected) => {
  expect(redacted(line)).toBe(expected);
});
