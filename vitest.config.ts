import { defineConfig } from 'vitest/config';
import { BUILT_THREADS, NEED_PROGRAMS } from './test/vitest-settings.ts';

/** Functions of text and data: nothing of them outlives a test, so that their files can share a thread and its modules. */
const PURE = [
  'renderer/**/*.test.ts',
  'shared/**/*.test.ts',
  'server/exports/{crawl,parse,rewrite,settings,site}/**/*.test.ts',
  'server/docs-site/**/*.test.ts',
  'server/exports/render/in-page/*.test.ts',
  'server/{glob,throughput,redacted}.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: PURE, pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['client', 'server', 'main', 'preload', 'scripts', 'test'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [
            '**/node_modules/**',
            'test/peers/**',
            'test/sites/**',
            'test/package/**',
            'test/artefacts/**',
            ...NEED_PROGRAMS,
            ...PURE,
          ],
          isolate: false,
          globalSetup: 'test/global-setup.ts',
          alias: [BUILT_THREADS],
        },
      },
    ],
    setupFiles: 'test/setup.ts',
    unstubEnvs: true,
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
