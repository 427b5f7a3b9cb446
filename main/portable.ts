import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Keychain, systemKeychain } from '../server/secrets/keychain.ts';

/** Beside the program, this file makes the installation portable: its data goes where it goes. */
const MARKER = 'portable.json';

/**
 * The data folder of a portable installation, `offprint-data` beside the program (on macOS beside the app, of an AppImage
 * beside its file); undefined where there is no `portable.json`.
 */
export function portableDataFolder(
  program: string = process.env.APPIMAGE || process.execPath,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = platform === 'darwin' ? path.resolve(program, '../../../..') : path.dirname(program);
  return fs.existsSync(path.join(folder, MARKER)) ? path.join(folder, 'offprint-data') : undefined;
}

/**
 * The keychain of this computer, which stays behind when a portable installation goes on: that one has none (null).
 * @param portable its data folder, if it is one
 * @param spawn starts a process for the keychain
 */
export function keychainFor(
  portable: string | undefined,
  spawn: (file: URL) => ChildProcess,
): Keychain | null {
  return portable === undefined ? systemKeychain({ spawn }) : null;
}
