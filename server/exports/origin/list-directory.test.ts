import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDirectory } from './list-directory.ts';

let folder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-listing-')));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

const limits = () => ({ dataFolder: path.join(folder, 'site/data'), roots: null });
const isRoot = process.getuid?.() === 0;

describe('the listing of a folder', () => {
  it('leaves out the data folder that lies in it, and what links lead to there', async () => {
    write({ 'site/index.html': 'Start', 'site/data/offprint.db': 'x', 'site/data/a.html': 'x' });
    fs.symlinkSync('data/a.html', path.join(folder, 'site/link.html'));
    fs.symlinkSync('data', path.join(folder, 'site/other'));
    const { files, skipped } = await listDirectory(path.join(folder, 'site'), limits());
    expect(files.map(({ url }) => url)).toEqual(['/']);
    expect(Object.fromEntries(skipped.map(({ url, reason }) => [url, reason]))).toEqual({
      '/data': 'Offprint data folder',
      '/link.html': 'Offprint data folder',
      '/other': 'Offprint data folder',
    });
  });

  it.each(['site/data', 'site/data/exports/x', 'link'])('is refused where the folder is %s', async (name) => {
    write({ 'site/data/index.html': 'x', 'site/data/exports/x/index.html': 'x' });
    fs.symlinkSync('site/data', path.join(folder, 'link'));
    await expect(listDirectory(path.join(folder, name), limits())).rejects.toMatchObject({
      code: 'origin-unreadable',
      message: expect.stringContaining("is inside Offprint's data folder, which cannot be exported"),
    });
  });

  it.skipIf(!isRoot)('leaves out hard links of another owner (needs root to make one)', async () => {
    write({ 'site/index.html': 'Start', 'site/copy.html': 'mine', 'elsewhere/secret.html': 'secret' });
    fs.linkSync(path.join(folder, 'site/copy.html'), path.join(folder, 'site/again.html'));
    fs.linkSync(path.join(folder, 'elsewhere/secret.html'), path.join(folder, 'site/secret.html'));
    fs.chownSync(path.join(folder, 'elsewhere/secret.html'), 12345, 12345);
    const { files, skipped } = await listDirectory(path.join(folder, 'site'), limits());
    expect(files.map(({ url }) => url)).toEqual(['/', '/again.html', '/copy.html']);
    expect(skipped).toEqual([{ url: '/secret.html', reason: 'hard link owned by another user' }]);
  });
});
