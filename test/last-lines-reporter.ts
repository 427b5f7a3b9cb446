import fs from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';
import { isFullRun } from './stand-ins/full.ts';

/** Time limit for a run to end after its last test. After that, only cleaning up files is left. */
const END_MS = 60_000;

/**
 * Summary at the end of a run: tests that needed a retry, number of skipped tests, and processes that outlived their
 * test.
 */
export default class LastLinesReporter implements Reporter {
  readonly #retried: string[] = [];
  #skipped = 0;

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'skipped') this.#skipped++;
    if (test.diagnostic()?.flaky) this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#retried) process.stdout.write(`Passed at the second try only: ${name}\n`);
    if (this.#skipped > 0 && !isFullRun)
      process.stdout.write(
        `${this.#skipped} tests were skipped: those that gave no reason run with OFFPRINT_TEST_FULL=1.\n`,
      );
    // Vitest waits forever for the output of processes started by its own (5.1: `streamFlushed`).
    setTimeout(() => {
      process.stdout.write(
        `Left running by a test, which kept this run from ending:\n${left().join('\n')}\n`,
      );
      process.exit();
    }, END_MS).unref();
  }
}

/** Processes with this run's environment variables that are not its own (Linux only; empty elsewhere). */
function left(): string[] {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      if (!fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes('VITEST_WORKER_ID=')) return [];
      return [
        `${pid} ${fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 300)}`,
      ];
    } catch {
      return []; // already ended, or another user's
    }
  });
}
