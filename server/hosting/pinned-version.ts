import { OffprintError } from '../errors.ts';

/** @throws OffprintError `conflict` if the configuration pins another version than the bundle's */
export function assertPinned(version: string, pinned: string | null): void {
  if (pinned === null || version === pinned) return;
  throw new OffprintError(
    'conflict',
    `The bundle is version ${version}, but staticExport.version is ${pinned}. Set staticExport.bundleUrl to a bundle of version ${pinned}, or set staticExport.version to ${version}.`,
  );
}
