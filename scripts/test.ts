import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** What a run writes at most, with room to spare: 1.3 GB were measured. */
const SCRATCH_BYTES_MIN = 4 * 2 ** 30;

/**
 * A folder in memory for what tests write, so that they do not wait for a disk (Vitest: 445 s instead of 491 s);
 * undefined where there is none, where it is small, where programs cannot run from it, or where TMPDIR says otherwise.
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
    // Not to be had: the usual folder will do.
  }
  return undefined;
}

/** `npm test`: the tests that run under Vitest, then the specs of the interface under Playwright Test, whatever the first gave. */
const runs = [
  ['vitest', 'run'],
  ['playwright', 'test'],
] as const;
const scratch = scratchInMemory();
const env = scratch === undefined ? process.env : { ...process.env, TMPDIR: scratch };
process.on('SIGINT', () => {}); // the runners end by themselves; what they wrote is removed then
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
