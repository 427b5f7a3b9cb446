import { defineConfig } from 'vitest/config';

/** What is installed, as it is installed: `npm run test:package`. Needs the npm registry. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/package/setup.ts',
    setupFiles: 'test/setup.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
