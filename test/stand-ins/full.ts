import process from 'node:process';

/**
 * `npm test` runs a part of the large matrices (random requests, faults at many points, processes killed at many
 * moments); with `OFFPRINT_TEST_FULL=1` it runs all of them, as is done before a release.
 */
export const isFullRun = process.env.OFFPRINT_TEST_FULL === '1';
