import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'main/**/*.test.ts',
      'preload/**/*.test.ts',
      'renderer/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'test/peers/**', 'test/sites/**', 'test/artefacts/**'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own second is too short where other suites run beside.
    expect: { poll: { timeout: 30_000 } },
    // Two processors are busy with two files, but half of the files wait: for browsers to come to rest, for clocks to run out.
    maxWorkers: 4,
    // A machine that others share may stand still for seconds. What needed a second try is named at the end.
    retry: Number(process.env.OFFPRINT_RETRIES ?? 0),
    reporters: ['default', './test/last-lines-reporter.ts'],
  },
});
