import process from 'node:process';

/**
 * `npm test` runs a part of the large matrices (random requests, faults at many points, processes killed at many
 * moments, inputs of extreme size); with `OFFPRINT_TEST_FULL=1` it runs all of them, for example before a release.
 */
export const isFullRun = process.env.OFFPRINT_TEST_FULL === '1';

/**
 * The first cases of a matrix whose other cases show the same behaviour at other points; a full run includes all of
 * them.
 */
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[] {
  return isFullRun ? cases : cases.slice(0, count);
}
