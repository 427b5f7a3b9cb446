import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Keychain, systemKeychain } from '../server/secrets/keychain.ts';

/** This file next to the program makes the installation portable: the data is stored next to it, too. */
const MARKER = 'portable.json';

/**
 * Data folder of a portable installation: `offprint-data` next to the program (macOS: next to the app bundle; AppImage:
 * next to the file). Undefined if there is no `portable.json`.
 */
export function portableDataFolder(
  program: string = process.env.APPIMAGE || process.execPath,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = platform === 'darwin' ? path.resolve(program, '../../../..') : path.dirname(program);
  return fs.existsSync(path.join(folder, MARKER)) ? path.join(folder, 'offprint-data') : undefined;
}

/**
 * Returns the system keychain, or null for a portable installation, which would leave its keys behind on this computer.
 * @param portable data folder of a portable installation
 * @param spawn starts a process for the keychain
 */
export function keychainFor(
  portable: string | undefined,
  spawn: (file: URL) => ChildProcess,
): Keychain | null {
  return portable === undefined ? systemKeychain({ spawn }) : null;
}
