import ssh2 from 'ssh2';
import type { SftpConnection } from './sftp-connection.ts';
import { lstatOf, removeAll, statusOf, withFile } from './sftp-files.ts';

const { STATUS_CODE } = ssh2.utils.sftp;

/** Extensions of OpenSSH (see its PROTOCOL file), and `copy-data` from an IETF draft. */
export const POSIX_RENAME = 'posix-rename@openssh.com';
export const FSYNC = 'fsync@openssh.com';
const HARDLINK = 'hardlink@openssh.com';
const STATVFS = 'statvfs@openssh.com';
const COPY_DATA = 'copy-data';

/** Whether the server can copy or hard-link a file. */
export function offersCopies({ offers }: SftpConnection): boolean {
  return offers(HARDLINK) || offers(COPY_DATA);
}

/** Hard-links a file, or has the server copy it. @returns false if it can do neither or there is no such file */
export async function copyThere(connection: SftpConnection, from: string, to: string): Promise<boolean> {
  const { offers } = connection;
  return (
    (offers(HARDLINK) && (await hardlink(connection, from, to))) ||
    (offers(COPY_DATA) && (await copyData(connection, from, to)))
  );
}

/** Null if the server does not report it, or fails to although it offers it. */
export async function freeBytes({ sftp, ask, offers }: SftpConnection, root: string): Promise<number | null> {
  if (!offers(STATVFS)) return null;
  try {
    const { f_bavail, f_frsize, f_blocks } = await ask<Record<string, number>>((done) =>
      sftp.ext_openssh_statvfs(root, done),
    );
    return f_blocks ? (f_bavail ?? 0) * (f_frsize ?? 0) : null;
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return null;
  }
}

/** Whether `current` can be a symbolic link, which must read back as it was created. */
export async function hasLinks(connection: SftpConnection, probe: string): Promise<boolean> {
  if (!connection.offers(POSIX_RENAME) || !(await symlink(connection, 'releases', probe))) return false;
  await removeAll(connection, probe);
  return true;
}

/** @returns false if the server does not support links or swaps the two paths */
export async function symlink({ sftp, ask }: SftpConnection, to: string, place: string): Promise<boolean> {
  try {
    await ask((done) => sftp.symlink(to, place, done));
    return (await ask<string>((done) => sftp.readlink(place, done))) === to;
  } catch (error) {
    if (statusOf(error) === undefined || statusOf(error) === STATUS_CODE.PERMISSION_DENIED) throw error;
    return false;
  }
}

async function hardlink(connection: SftpConnection, from: string, to: string): Promise<boolean> {
  const { sftp, ask } = connection;
  try {
    await ask((done) => sftp.ext_openssh_hardlink(from, to, done));
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return false; // no such file, or a file system without hard links
  }
  return (await lstatOf(connection, to)) !== undefined; // rclone reports success but does nothing
}

async function copyData(connection: SftpConnection, from: string, to: string): Promise<boolean> {
  const { sftp, ask } = connection;
  try {
    await withFile(connection, from, 'read', (source) =>
      withFile(connection, to, 'create', (copy) =>
        ask((done) => sftp.ext_copy_data(source, 0, 0, copy, 0, done)),
      ),
    );
    return true;
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return false;
  }
}
