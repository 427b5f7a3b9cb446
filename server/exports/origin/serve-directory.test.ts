import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDirectory } from './list-directory.ts';
import { serveDirectory } from './serve-directory.ts';

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
        const signal = AbortSignal.timeout(3000); // reading a pipe would block
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
