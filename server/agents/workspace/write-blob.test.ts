import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { repositoryIn, scratchFolder } from './repository.test-support.ts';
import { writeBlob } from './write-blob.ts';

const scratch = scratchFolder('blobs');

it('a file is stored as git stores it: the same object, sound and readable, however often it is written', async () => {
  const { folder, git } = repositoryIn(`${scratch}/repository`, { 'there.md': 'There already\n' });
  const contents = ['There already\n', 'x\r\ny', '', randomBytes(300_000)].map((content) =>
    Buffer.from(content),
  );
  const objects: string[] = [];
  for (const content of [...contents, ...contents]) objects.push(await writeBlob(`${folder}/.git`, content));
  expect(objects.slice(4)).toEqual(objects.slice(0, 4));
  expect(git('fsck', '--strict', '--full')).not.toMatch(/error|missing|garbage/);
  const there = git('rev-parse', 'HEAD:there.md');
  expect(objects[0]).toBe(there);
  const output = execFileSync('git', ['cat-file', '--batch'], {
    cwd: folder,
    input: objects.slice(0, 4).join('\n'),
  });
  const expected = contents.flatMap((content, index) => [
    Buffer.from(`${objects[index]} blob ${content.length}\n`),
    content,
    Buffer.from('\n'),
  ]);
  expect(output.equals(Buffer.concat(expected))).toBe(true);
});
