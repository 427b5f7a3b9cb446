import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { scratchFolder } from '../../agents/workspace/repository.test-support.ts';
import { killFamily, watchBuild } from './build-watch.ts';

const scratch = scratchFolder('watch');
const PLENTY = { timeMs: 60_000, memoryBytes: 2 ** 40, diskBytes: 2 ** 40, processCount: 10_000 };

/** Watches this process as if it were a build, for some time; returns the error message, if any. */
function watched(site: string, limits: Partial<typeof PLENTY>, forMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = watchBuild(process.pid, site, { ...PLENTY, ...limits }, ({ message }) => resolve(message));
    setTimeout(() => {
      end();
      resolve(undefined);
    }, forMs);
  });
}

describe.skipIf(process.platform !== 'linux')('the watch over a build (on Linux)', () => {
  it('lets one be that keeps to its limits', async () => {
    expect(await watched(scratch, {}, 1500)).toBeUndefined();
  });

  it('survives that the folder goes while it looks', async () => {
    expect(await watched(path.join(scratch, 'gone'), {}, 1500)).toBeUndefined();
  });

  it.runIf(isFullRun)(
    'counts empty files as a block, and files with holes by the size that an export writes out',
    async () => {
      const site = fs.mkdtempSync(path.join(scratch, 'site-'));
      for (let index = 0; index < 100; index++) fs.writeFileSync(path.join(site, String(index)), '');
      expect(await watched(site, { diskBytes: 99 * 4096 }, 10_000)).toContain('buildDiskMegabytes');
      const sparse = fs.mkdtempSync(path.join(scratch, 'site-'));
      fs.writeFileSync(path.join(sparse, 'sparse'), '');
      fs.truncateSync(path.join(sparse, 'sparse'), 2 ** 30);
      expect(await watched(sparse, { diskBytes: 2 ** 20 }, 10_000)).toContain('buildDiskMegabytes');
    },
  );

  it('ends every process of a build, so that none keeps its output open', async () => {
    // Like bubblewrap's child before it has requested to end with its parent.
    const build = spawn('sh', ['-c', 'sh -c "sleep 300 & echo started; wait" & wait'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(build.stdout, 'data');
    killFamily(build.pid ?? 0);
    const [, signal] = await once(build, 'close'); // which is emitted once no process has its output open
    expect(signal).toBe('SIGKILL');
  });
});
