import path from 'node:path';
import { OffprintError } from '../errors.ts';
import type { TargetSettings } from '../publications/target-settings.ts';

/** What a target's address on the command line stands for. @throws OffprintError `usage` */
export function targetSettingsOf(address: string, ca: string | undefined): TargetSettings {
  const [, drive] = /^drive:(.+)$/.exec(address) ?? [];
  if (drive !== undefined) {
    const isPlace = path.isAbsolute(drive) || /^[A-Za-z]:\\?$/.test(drive);
    return { kind: 'drive', ...(isPlace ? { path: drive } : { label: drive }) };
  }
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) {
    const url = new URL(address);
    const username = decodeURIComponent(url.username);
    if (url.password !== '') throw passwordInAddress();
    url.username = '';
    return { kind: 'webdav', url: url.href, ...(username && { username }), ...(ca !== undefined && { ca }) };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    throw new OffprintError(
      'usage',
      `${address} is no target. Give a folder, drive:<label>, or the https address of a WebDAV folder.`,
    );
  }
  return { kind: 'folder', path: path.resolve(address) };
}

function passwordInAddress(): OffprintError {
  return new OffprintError(
    'usage',
    'Leave the password out of the address, where the shell would keep it: --password-file <file>',
  );
}
