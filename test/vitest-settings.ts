import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** An alias for Vitest: threads and processes that tests start are the built ones, which load in a fraction of the time. */
export const BUILT_THREADS = {
  find: /^\.\.?\/.*program-beside\.ts$/,
  replacement: path.join(path.dirname(fileURLToPath(import.meta.url)), 'stand-ins/program-beside.ts'),
};

/** Tests beside the sources that need programs of the system: `npm run test:peers` runs them. */
export const NEED_PROGRAMS: readonly string[] = ['server/exports/origin/build-escape.test.ts'];
