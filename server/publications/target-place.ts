import type { DriveTargetSettings, TargetSettings } from './target-settings.ts';

/** Location of a target, as shown to people. */
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

/** Default folder for bundles on a drive. */
export const DRIVE_FOLDER = 'offprint';

/** Folder of the target, relative to the mount point of the drive. */
export function folderOfDrive({ folder }: Pick<DriveTargetSettings, 'folder'>): string {
  return folder ?? DRIVE_FOLDER;
}
