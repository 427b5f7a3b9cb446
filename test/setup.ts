import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { endFile, endTest } from './stand-ins/cleanup.ts';
import { setBrowsersKept } from './stand-ins/test-browsers.ts';

/** Test files about how browsers start, hang and end. */
const ABOUT_BROWSERS = /\/server\/exports\/(chromium\/|render\/(pool|replaced)\.test)/;

beforeAll(() => setBrowsersKept(!ABOUT_BROWSERS.test(expect.getState().testPath ?? '')));

// Runs last. The start of the next file, which may share the process, must not see variables of this one.
afterEach(() => vi.unstubAllEnvs());
afterEach(endTest);
afterAll(endFile);
