import type { DriveTargetSettings, TargetSettings } from './target-settings.ts';

/** Where it is, for people. */
export function placeOfTarget(settings: TargetSettings): string {
  switch (settings.kind) {
    case 'folder':
      return settings.path;
    case 'webdav':
    case 'sftp':
      return settings.url;
    case 's3':
      return `${new URL(settings.endpoint).origin}/${settings.bucket}/${settings.prefix ?? ''}`;
    case 'drive':
      return `drive ${settings.label ?? settings.path}, ${folderOfDrive(settings)}`;
  }
}

/** Where bundles lie on a drive unless its target says otherwise. */
export const DRIVE_FOLDER = 'offprint';

/** Relative to where the drive is mounted. */
export function folderOfDrive({ folder }: Pick<DriveTargetSettings, 'folder'>): string {
  return folder ?? DRIVE_FOLDER;
}
