import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keychainFor, portableDataFolder } from './portable.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-portable-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it.each([
  ['linux', 'offprint'],
  ['win32', 'Offprint.exe'],
  ['darwin', 'Offprint.app/Contents/MacOS/Offprint'],
] as const)('keeps its data beside the program where portable.json lies, on %s', (platform, name) => {
  const program = path.join(folder, platform, name);
  expect(portableDataFolder(program, platform)).toBeUndefined();
  fs.mkdirSync(path.join(folder, platform));
  fs.writeFileSync(path.join(folder, platform, 'portable.json'), '{}');
  expect(portableDataFolder(program, platform)).toBe(path.join(folder, platform, 'offprint-data'));
});

it('keeps nothing in the keychain of the computer where it is portable', () => {
  const spawn = () => {
    throw new Error('nothing is asked of the keychain yet');
  };
  expect(keychainFor(folder, spawn)).toBeNull();
  expect(keychainFor(undefined, spawn)).not.toBeNull();
});
