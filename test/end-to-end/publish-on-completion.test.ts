import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder, makeSite, offprint, page, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Publishing a project on completion, by the command line alone. */
describe('a project', () => {
  it.runIf(isFullRun)(
    'has its exports published by the command that makes them, and says when a target was removed',
    async () => {
      const folder = dataFolder();
      const place = temporaryFolder('cdn');
      const site = makeSite({ 'index.html': page('Start') });
      const run = async (...args: string[]): Promise<string> => {
        const { code, stdout, stderr } = await offprint([...args, '--data', folder]);
        expect(code, stderr).toBe(0);
        return stdout + stderr;
      };
      await run('targets', 'add', 'cdn', place, '--shape', 'site');
      const quick = ['--sample-min', '0', '--sample-max', '0'];
      await run('projects', 'create', site, '--name', 'docs', '--publish-to', 'cdn', ...quick);
      expect(await run('export', site, '--label', '1')).toMatch(/Published \S+ 1 on cdn/);
      expect(fs.readlinkSync(path.join(place, 'current'))).toBe('releases/1');
      await run('targets', 'remove', 'cdn');
      expect(await run('projects', 'show', 'docs')).toMatch(/Publish to {2}tgt_\w+ \(removed\)/);
      expect(await run('export', site, '--label', '2')).toMatch(/Not published to tgt_\w+.*was removed/);
      expect(await run('audit')).toMatch(/owner +target-removed +cdn/);
    },
  );
});
