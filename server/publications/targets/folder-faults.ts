import { OffprintError, systemCode } from '../../errors.ts';

export function noneIfAbsent(error: unknown): never[] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

export function nullIfAbsent(error: unknown): null {
  if (systemCode(error) === 'ENOENT') return null;
  throw error;
}

export function notOurs(file: string): OffprintError {
  return new OffprintError(
    'conflict',
    `${file} is a folder that Offprint did not create. Move it elsewhere, or choose another folder as the target.`,
  );
}

/** Converts a system error into its meaning for a publication. */
export function folderFault(error: unknown, root: string): unknown {
  const code = systemCode(error);
  if (error instanceof OffprintError || code === undefined) return error;
  const where = (error as NodeJS.ErrnoException).path ?? root;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new OffprintError(
        'target-full',
        `There is not enough space on ${root} (${code}). Free some space, then continue the publication. Files already there are kept.`,
        error,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new OffprintError(
        'target-refused',
        `${where} cannot be written to (${code}). Make it writable by the account that Offprint runs under, or choose another target.`,
        error,
      );
    case 'EISDIR':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOTEMPTY':
    case 'ELOOP':
      return new OffprintError(
        'conflict',
        `${where} on the target was not created by Offprint (${code}). Check what it is, then move it elsewhere.`,
        error,
      );
    case 'ENAMETOOLONG':
    case 'EINVAL':
    case 'EFBIG':
      return new OffprintError('target-refused', `The target cannot store ${where} (${code}).`, error);
    default:
      return new OffprintError(
        'target-unreachable',
        `${root} does not exist or is not responding (${code}). Check that it is mounted, then try again.`,
        error,
      );
  }
}
