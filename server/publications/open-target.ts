import type { Target } from './target.ts';
import { folderOfDrive } from './target-place.ts';
import type { TargetSecrets, TargetSettings } from './target-settings.ts';

/**
 * Connects to a target. Loads the code for a kind of target on demand.
 * @throws OffprintError `target-unreachable`, `target-refused`; the signal's reason
 */
export async function openTarget(
  settings: TargetSettings,
  secrets: TargetSecrets,
  signal: AbortSignal,
): Promise<Target> {
  signal.throwIfAborted();
  switch (settings.kind) {
    case 'folder': {
      const { openFolder } = await import('./targets/folder.ts');
      return openFolder({ root: settings.path, signal });
    }
    case 'webdav': {
      const { openWebdav } = await import('./targets/webdav.ts');
      return openWebdav({ ...settings, password: secrets.password, signal });
    }
    case 'sftp': {
      const { openSftp } = await import('./targets/sftp.ts');
      return openSftp({ ...settings, ...secrets }, signal);
    }
    case 's3': {
      const { openS3 } = await import('./targets/s3.ts');
      return openS3({ ...settings, ...secrets }, signal);
    }
    case 'drive': {
      const { openDrive } = await import('./targets/drive.ts');
      return openDrive({ ...settings, folder: folderOfDrive(settings) }, signal);
    }
  }
}
