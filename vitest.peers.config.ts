import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BUILT_THREADS, NEED_PROGRAMS } from './test/vitest-settings.ts';

/** Files that take longest, whatever their size: the last of them would otherwise run alone. */
const LONGEST = ['no-calls-out', 'desktop-keychain', 'firefox'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.includes(`/${name}.test`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests with other programs on this computer: `npm run test:peers`. What is not installed is named and skipped. */
export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts', ...NEED_PROGRAMS],
    alias: [BUILT_THREADS],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Each peer listens on a port of its own, so that files run side by side; most of the time they wait for each other.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
