import { defineConfig } from '@playwright/test';
import { isFullRun } from './test/stand-ins/full.ts';

/**
 * The specs of the interface. `pages/` is looked at in both themes and in a narrow window, on one data folder that the first
 * of them fills; everything else runs once. Full runs have projects for the dark theme and the narrow window; in the others,
 * pages.spec.ts sees to both, with the browser that it has. The projects begin in this order: the longest specs come first.
 * Traces and screenshots of what failed are left in test/artefacts/interface:
 * `npx playwright show-trace test/artefacts/interface/…/trace.zip`.
 */
const PAGES = 'pages/**/*.spec.ts';

const FULL_ONLY = [
  {
    name: 'dark',
    testMatch: ['pages/pages.spec.ts', 'pages/dialogs.spec.ts'],
    use: { colorScheme: 'dark' as const },
  },
  {
    name: 'narrow',
    testMatch: 'pages/narrow.spec.ts',
    use: { viewport: { width: 900, height: 800 } },
  },
];

export default defineConfig({
  testDir: 'test/interface',
  outputDir: 'test/artefacts/interface',
  globalSetup: './test/interface/global-setup.ts',
  timeout: 600_000, // a slow machine is no fault
  expect: { timeout: 30_000 },
  workers: 3,
  // What failed is tried once more, with a trace; it counts as failed all the same unless retries were asked for.
  retries: 1,
  failOnFlakyTests: process.env.OFFPRINT_RETRIES === undefined,
  reporter: [['list']],
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'light',
      testMatch: PAGES,
      testIgnore: 'pages/narrow.spec.ts',
      use: { colorScheme: 'light' },
    },
    ...(isFullRun ? FULL_ONLY : []),
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: PAGES },
  ],
});
