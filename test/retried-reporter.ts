import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that needed a second try, at the end of a run (see `retry` in vitest.config.ts). */
export default class RetriedReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#retried) process.stdout.write(`Passed at the second try only: ${name}\n`);
  }
}
