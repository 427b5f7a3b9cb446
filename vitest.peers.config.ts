import { defineConfig } from 'vitest/config';

/** Tests against other programs on this computer: `npm run test:peers`. What is not installed is named and skipped. */
export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
