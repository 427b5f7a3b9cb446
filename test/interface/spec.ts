import { test as base } from '@playwright/test';
import { endFile, endTest } from '../stand-ins/cleanup.ts';
import { setBrowsersKept } from '../stand-ins/test-browsers.ts';
import { closeChromium } from './launch.ts';

export { expect } from '@playwright/test';

/** Cleanup that tests have registered (test/stand-ins/cleanup.ts) runs when a test or its worker ends. */
export const test = base.extend<{ afterTest: undefined }, { afterFiles: undefined }>({
  afterTest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      await use(undefined);
      await endTest();
    },
    { auto: true },
  ],
  afterFiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      setBrowsersKept(true);
      await use(undefined);
      await endFile();
      await closeChromium();
    },
    { auto: true, scope: 'worker' },
  ],
});
