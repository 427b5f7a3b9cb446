import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasSharedMemory } from './shared-memory.ts';

test('a folder without room is not used, nor one that is not there', ({ skip }) => {
  expect(hasSharedMemory(path.join(os.tmpdir(), 'is-not-there'))).toBe(false);
  if (process.platform !== 'linux') skip('/proc, which has no room for files, exists on Linux only');
  expect(hasSharedMemory('/proc')).toBe(false);
});
