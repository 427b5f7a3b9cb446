import type { Stats } from 'node:fs';

/**
 * Describes what is wrong with the permissions of a secret's file, as the end of a sentence.
 *
 * The file must belong to this user with mode 0600 or 0400. Alternatively it may belong to root, who can read
 * everything anyway, and be readable for this user through its group or an access list. This is how systemd passes
 * credentials to a service with its own user (0400 and an ACL, which `stat` shows as 0440: systemd,
 * src/core/exec-credential.c), and Kubernetes with `fsGroup`. Docker's default, 0444, is readable for everybody in the
 * container and is rejected, since uid and mode can be set there.
 * @param uid of this process; undefined on Windows, whose files have no such modes
 */
export function permissionFault(
  stats: Pick<Stats, 'uid' | 'mode' | 'isFile'>,
  uid: number | undefined,
): string | undefined {
  if (!stats.isFile()) return 'is not a regular file. Use a regular file.';
  if (uid === undefined) return undefined;
  const viaRoot = stats.uid === 0 && uid !== 0;
  if (stats.uid !== uid && !viaRoot) {
    return `belongs to another user (uid ${stats.uid}, but Offprint runs as uid ${uid}). Change its owner: chown ${uid}`;
  }
  if ((stats.mode & (viaRoot ? 0o037 : 0o077)) !== 0) {
    const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
    return `is open to other users (mode ${mode}). Remove their access: chmod 0400 (in Docker, set the secret's uid and mode)`;
  }
  return undefined;
}
