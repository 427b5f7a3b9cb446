import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Alias for Vitest: tests start built threads and processes, which load in a fraction of the time. */
export const BUILT_THREADS = {
  find: /^\.\.?\/.*program-beside\.ts$/,
  replacement: path.join(path.dirname(fileURLToPath(import.meta.url)), 'stand-ins/program-beside.ts'),
};

/** Tests next to the sources that need system programs: `npm run test:peers` runs them. */
export const NEED_PROGRAMS: readonly string[] = ['server/exports/origin/build-escape.test.ts'];
