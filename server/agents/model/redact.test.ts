import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { redactForeign } from './redact.ts';

it('removes the credentials of an address', () => {
  const clean = redactForeign('git: https://user:secret@git.example/a failed');
  expect(clean).not.toContain('secret');
  expect(clean).toContain('git.example/a');
});

it('reads a long word in no time', () => {
  const started = threadMs();
  redactForeign('a'.repeat(300_000));
  expect(threadMs() - started).toBeLessThan(2000);
});
