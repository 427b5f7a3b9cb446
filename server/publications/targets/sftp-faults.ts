import ssh2 from 'ssh2';
import { formatNumber } from '../../../shared/numbers.ts';
import { OffprintError } from '../../errors.ts';
import { networkFault } from './network-fault.ts';
import { refused, type SftpConnection } from './sftp-connection.ts';
import { freeBytes } from './sftp-extensions.ts';
import { statusOf } from './sftp-files.ts';

const { STATUS_CODE } = ssh2.utils.sftp;

/** Maximum space that a folder or a small file needs. */
const SMALL_BYTES = 2 ** 16;

/**
 * Detects a full disk. The protocol reports only a general failure, so this queries the free space.
 * @param neededBytes size of the failed write
 * @returns undefined if the disk is not full or the server does not report its free space
 */
export async function fullDisk(
  connection: SftpConnection,
  error: unknown,
  { root, host, neededBytes = SMALL_BYTES }: Readonly<{ root: string; host: string; neededBytes?: number }>,
): Promise<OffprintError | undefined> {
  if (statusOf(error) !== STATUS_CODE.FAILURE) return undefined;
  const free = await freeBytes(connection, root).catch(() => null);
  if (free === null || free >= neededBytes) return undefined;
  return new OffprintError(
    'target-full',
    `${host} is out of space: only ${formatNumber(free)} ${free === 1 ? 'byte is' : 'bytes are'} free. Free some space, then continue the publication.`,
    error,
  );
}

export function notOurs(file: string, host: string): OffprintError {
  return new OffprintError(
    'conflict',
    `${file} on ${host} is a folder that Offprint did not create. Move it elsewhere, or choose another folder as the target.`,
  );
}

/** Converts an error response into its meaning for a publication. */
export function sftpFault(error: unknown, host: string, path: string): OffprintError {
  if (error instanceof OffprintError) return error;
  const text = error instanceof Error ? error.message : String(error);
  switch (statusOf(error)) {
    case undefined:
      return networkFault(error, host);
    case STATUS_CODE.PERMISSION_DENIED:
      return refused(
        `${host} does not let the target's user write to ${path || 'the folder'}. Give the user write access, or choose another folder.`,
      );
    case STATUS_CODE.NO_CONNECTION:
    case STATUS_CODE.CONNECTION_LOST:
      return new OffprintError('target-unreachable', `${host} closed the connection. Try again.`, error);
    default:
      return new OffprintError(
        'target-refused',
        `${host} could not read or write ${path || "the target's folder"} (${text}). Check whether its disk is full or the target's user is over quota, then continue the publication.`,
        error,
      );
  }
}
