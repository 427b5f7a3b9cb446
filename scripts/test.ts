import { spawn } from 'node:child_process';
import process from 'node:process';
import buildForTests from '../test/global-setup.ts';

/**
 * `npm test`: the tests that run under Vitest and, beside them, the specs of the interface under Playwright Test: each
 * alone leaves a seventh of two processors idle. What the specs print follows when they have ended.
 */
await buildForTests(); // once for both
const runs = await Promise.all([run('vitest run', 'inherit'), run('playwright test', 'pipe')]);
for (const { printed } of runs) process.stdout.write(printed);
const failed = runs.filter(({ code }) => code !== 0);
process.stdout.write(
  failed.length === 0
    ? '\nAll tests passed.\n'
    : `\nFailed: ${failed.map(({ command }) => command).join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs a command to its end; what it printed is empty where it went to this terminal. */
function run(
  command: string,
  output: 'inherit' | 'pipe',
): Promise<{ command: string; code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { stdio: ['ignore', output, output], shell: true });
    const printed: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ command, code, printed: Buffer.concat(printed).toString() }));
  });
}
