import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Space that a run needs, with a margin: it writes up to 1.3 GB (measured). */
const SCRATCH_BYTES_MIN = 4 * 2 ** 30;

/**
 * Creates a folder in memory for the tests' files, so that tests do not wait for a disk (with Vitest, 445 s instead of
 * 491 s). Undefined if there is no such file system, if it is too small, if programs cannot run from it, or if TMPDIR
 * is set.
 */
function scratchInMemory(): string | undefined {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return undefined;
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    if (bavail * bsize < SCRATCH_BYTES_MIN) return undefined;
    const folder = fs.mkdtempSync('/dev/shm/offprint-npm-test-');
    fs.chmodSync(folder, 0o1777); // as /tmp: some tests run programs as other users
    const program = path.join(folder, 'true');
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(program).status === 0) return folder;
    fs.rmSync(folder, { recursive: true });
  } catch {
    // Not available: use the usual folder.
  }
  return undefined;
}

/**
 * `npm test`: runs the tests under Vitest, then the specs of the interface under Playwright Test, even if the first
 * failed.
 */
const runs = [
  ['vitest', 'run'],
  ['playwright', 'test'],
] as const;
const scratch = scratchInMemory();
const env = scratch === undefined ? process.env : { ...process.env, TMPDIR: scratch };
process.on('SIGINT', () => {}); // the runners end by themselves, and then their files are removed
let wasInterrupted = false;
const failed = runs.filter(([program, ...args]) => {
  if (wasInterrupted) return true;
  const shell = process.platform === 'win32';
  const { status, signal } = spawnSync(program, args, { stdio: 'inherit', shell, env });
  wasInterrupted = signal === 'SIGINT' || status === 130;
  return status !== 0;
});
if (scratch !== undefined) fs.rmSync(scratch, { recursive: true, force: true });
process.stdout.write(
  failed.length === 0
    ? '\nAll tests passed.\n'
    : `\nFailed: ${failed.map((run) => run.join(' ')).join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
