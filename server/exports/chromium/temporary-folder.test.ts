import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTemporaryFolder,
  removeAbandonedFolders,
  removeUnfinishedBrowsers,
} from './temporary-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'offprint-test-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('a folder of a running process stays, one of an ended process goes', async () => {
  const ours = await createTemporaryFolder(parent, 'work-');
  const theirs = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createTemporaryFolder } from ${JSON.stringify(new URL('temporary-folder.ts', import.meta.url).href)};
       process.stdout.write(await createTemporaryFolder(${JSON.stringify(parent)}, 'work-'));`,
    ],
    { encoding: 'utf8' },
  );
  expect(await readdir(parent)).toHaveLength(2);
  expect(basename(theirs)).toMatch(/^work-/);

  await removeAbandonedFolders(parent, 'work-');
  expect(await readdir(parent)).toEqual([basename(ours)]);
});

test('browsers that were not unpacked to the end go, those in use and whole ones stay', async () => {
  const ours = basename(await createTemporaryFolder(parent, 'chromium-153.0.0.partial-'));
  const [, host] = /partial-([0-9a-f]{8})-/.exec(ours) ?? [];
  await mkdir(join(parent, `chromium-152.1.0.partial-${host}-${process.pid}-abc123-AAAAAA`));
  await mkdir(join(parent, 'chromium-153.0.0'));
  await removeUnfinishedBrowsers(parent);
  expect((await readdir(parent)).sort()).toEqual(['chromium-153.0.0', ours].sort());
});

test('a folder of a process that had our id before us goes', async () => {
  const ours = basename(await createTemporaryFolder(parent, 'work-'));
  const [, host, pid] = ours.split('-');
  await mkdir(join(parent, `work-${host}-${pid}-abc123-AAAAAA`));
  await removeAbandonedFolders(parent, 'work-');
  expect(await readdir(parent)).toEqual([ours]);
});

test('a folder of another machine goes when it is more than a week old', async () => {
  const young = join(parent, 'work-00000000-1-abc123-AAAAAA');
  const old = join(parent, 'work-00000000-1-abc123-BBBBBB');
  for (const folder of [young, old]) await mkdir(folder);
  const eightDaysAgo = Date.now() / 1000 - 8 * 24 * 60 * 60;
  await utimes(old, eightDaysAgo, eightDaysAgo);
  await removeAbandonedFolders(parent, 'work-');
  expect(await readdir(parent)).toEqual([basename(young)]);
});

test('other files and folders are left alone', async () => {
  const names = ['other-00000000-1-abc123-AAAAAA', 'work', 'work-1', 'work-00000000-1-abc123-AAAAAA.bak'];
  for (const name of names) await mkdir(join(parent, name));
  await removeAbandonedFolders(parent, 'work-');
  expect((await readdir(parent)).sort()).toEqual([...names].sort());
});

test('only this user can enter a temporary folder', async () => {
  expect((await stat(await createTemporaryFolder(parent, 'work-'))).mode & 0o777).toBe(0o700);
});
