import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** `npm test`: the tests that run under Vitest, then the specs of the interface under Playwright Test, whatever the first gave. */
const runs = [
  ['vitest', 'run'],
  ['playwright', 'test'],
] as const;
const failed = runs.filter(([program, ...args]) => {
  const shell = process.platform === 'win32';
  return spawnSync(program, args, { stdio: 'inherit', shell }).status !== 0;
});
process.stdout.write(
  failed.length === 0
    ? '\nAll tests passed.\n'
    : `\nFailed: ${failed.map((run) => run.join(' ')).join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
