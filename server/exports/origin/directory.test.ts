import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDirectory, serveDirectory } from './directory.ts';

let folder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-directory-')));
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
      '/data': 'data folder of Offprint',
      '/link.html': 'data folder of Offprint',
      '/other': 'data folder of Offprint',
    });
  });

  it.each(['site/data', 'site/data/exports/x', 'link'])('is refused where the folder is %s', async (name) => {
    write({ 'site/data/index.html': 'x', 'site/data/exports/x/index.html': 'x' });
    fs.symlinkSync('site/data', path.join(folder, 'link'));
    await expect(listDirectory(path.join(folder, name), limits())).rejects.toMatchObject({
      code: 'origin-unreadable',
      message: expect.stringContaining('lies in the data folder of Offprint, which is no origin'),
    });
  });

  it.skipIf(!isRoot)('leaves out hard links of another owner (needs root to make one)', async () => {
    write({ 'site/index.html': 'Start', 'site/copy.html': 'mine', 'elsewhere/secret.html': 'secret' });
    fs.linkSync(path.join(folder, 'site/copy.html'), path.join(folder, 'site/again.html'));
    fs.linkSync(path.join(folder, 'elsewhere/secret.html'), path.join(folder, 'site/secret.html'));
    fs.chownSync(path.join(folder, 'elsewhere/secret.html'), 12345, 12345);
    const { files, skipped } = await listDirectory(path.join(folder, 'site'), limits());
    expect(files.map(({ url }) => url)).toEqual(['/', '/again.html', '/copy.html']);
    expect(skipped).toEqual([{ url: '/secret.html', reason: 'linked from another owner' }]);
  });
});

describe('a listed folder that is served', () => {
  it('gives nothing that was put in the place of its files meanwhile', async () => {
    const names = ['link', 'pipe', 'inner/of-link', 'data-link', 'same'];
    write({ 'site/index.html': 'Start', 'secret/of-link.html': 'secret', 'site/data/offprint.db': 'secret' });
    for (const name of names) write({ [`site/${name}.html`]: 'listed' });
    const site = path.join(folder, 'site');
    const running = await serveDirectory(await listDirectory(site, limits()));
    try {
      fs.rmSync(path.join(site, 'link.html'));
      fs.symlinkSync('../secret/of-link.html', path.join(site, 'link.html'));
      fs.rmSync(path.join(site, 'data-link.html'));
      fs.symlinkSync('data/offprint.db', path.join(site, 'data-link.html'));
      fs.rmSync(path.join(site, 'pipe.html'));
      execFileSync('mkfifo', [path.join(site, 'pipe.html')]);
      fs.rmSync(path.join(site, 'inner'), { recursive: true });
      fs.symlinkSync('../secret', path.join(site, 'inner'));
      const get = async (name: string) => {
        const signal = AbortSignal.timeout(3000); // a pipe would be waited for
        const answer = await fetch(`${running.address}/${name}.html`, { signal, headers: running.headers });
        return [name, answer.status, await answer.text()];
      };
      expect(await Promise.all(names.map(get))).toEqual([
        ['link', 403, 'EACCES'],
        ['pipe', 403, 'EACCES'],
        ['inner/of-link', 403, 'EACCES'],
        ['data-link', 403, 'EACCES'],
        ['same', 200, 'listed'],
      ]);
    } finally {
      await running.close();
    }
  });

  it('gives nothing to other programs of this computer', async () => {
    write({ 'site/index.html': 'Start' });
    const running = await serveDirectory(await listDirectory(path.join(folder, 'site'), limits()));
    try {
      for (const headers of [{}, { authorization: 'Bearer x' }]) {
        const answer = await fetch(`${running.address}/`, { headers });
        expect([answer.status, await answer.text()]).toEqual([401, '']);
      }
      expect((await fetch(`${running.address}/`, { headers: running.headers })).status).toBe(200);
    } finally {
      await running.close();
    }
  });
});
