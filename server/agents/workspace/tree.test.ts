import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import type { Git } from './git.ts';
import { objectId } from './git-arguments.ts';
import { readTree } from './tree.ts';

const ID = 'a'.repeat(40);

function gitThatLists(paths: readonly string[]): Git {
  const output = Buffer.from(paths.map((path) => `100644 blob ${ID} 1\t${path}\0`).join(''));
  return { run: async () => output } as unknown as Git;
}

it('files in a folder of many levels are listed in no time', async () => {
  const folder = 'a/'.repeat(2000);
  const paths = Array.from({ length: 3000 }, (_, index) => `${folder}${index}`);
  const started = threadMs();
  const { entries, forged } = await readTree(gitThatLists(paths), '', objectId(ID));
  expect([entries.size, forged]).toEqual([3000, null]);
  expect(threadMs() - started).toBeLessThan(2000);
});

it('a file in whose place there is a folder too is told', async () => {
  const { forged } = await readTree(gitThatLists(['a/b', 'c/d', 'c/d/e/f']), '', objectId(ID));
  expect(forged).toBe('c/d');
});
