import { expect, test } from 'vitest';
import { whyNoSandbox } from './sandbox.ts';

test('there is a reason for no sandbox as root on Linux alone, and it says what to do', () => {
  expect(whyNoSandbox('linux', 0)).toMatch(
    /runs without its sandbox.*Run Offprint under a separate user account\.$/,
  );
  expect(whyNoSandbox('linux', 1000)).toBeUndefined();
  expect(whyNoSandbox('darwin', 0)).toBeUndefined();
  expect(whyNoSandbox('win32', undefined)).toBeUndefined();
});
