import { expect, it } from 'vitest';
import { assertPackagedHere, targetOf } from './targets.ts';

it('packages for macOS only on macOS, in the formats of the system', () => {
  const mac = targetOf('mac-arm64');
  expect(mac.formats).toEqual(['dmg', 'zip']);
  expect(() => assertPackagedHere(mac, 'linux')).toThrow('mac-arm64 can be packaged only on macOS');
  assertPackagedHere(mac, 'darwin');
  assertPackagedHere(targetOf('win-x64'), 'linux');
});
