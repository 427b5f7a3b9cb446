import path from 'node:path';
import { OffprintError } from '../errors.ts';
import type { TargetSettings } from '../publications/target-settings.ts';

/** What a target's address on the command line stands for. @throws OffprintError `usage` */
export function targetSettingsOf(address: string): TargetSettings {
  const [, drive] = /^drive:(.+)$/.exec(address) ?? [];
  if (drive !== undefined) {
    const isPlace = path.isAbsolute(drive) || /^[A-Za-z]:\\?$/.test(drive);
    return { kind: 'drive', ...(isPlace ? { path: drive } : { label: drive }) };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    throw new OffprintError('usage', `${address} is no target. Give a folder, or drive:<label>.`);
  }
  return { kind: 'folder', path: path.resolve(address) };
}
