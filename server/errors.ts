import { driverWords } from './browser-error-messages.ts';

/**
 * Error codes. An OffprintError has a code for programs and a sentence that tells people what to do. It is created where
 * the cause is known and translated once at the edge (exit code, HTTP status, dialog).
 */
export type ErrorCode =
  | 'usage'
  | 'not-found'
  | 'conflict'
  | 'forbidden'
  | 'limit'
  | 'store-locked'
  | 'store-damaged'
  | 'store-newer'
  | 'secrets-locked'
  | 'object-damaged'
  | 'disk-full'
  | 'origin-unreadable'
  | 'origin-empty'
  | 'origin-changed'
  | 'secret-files'
  | 'origin-unreachable'
  | 'login-required'
  | 'pages-missing'
  | 'cap-reached'
  | 'byte-cap-reached'
  | 'depth-cap-reached'
  | 'time-cap-reached'
  | 'size-cap-reached'
  | 'query-cap-reached'
  | 'page-crashed'
  | 'verification-failed'
  | 'integrity'
  | 'incomplete'
  | 'browser'
  | 'canceled'
  | 'unreachable'
  | 'target-unreachable'
  | 'target-refused'
  | 'target-full'
  | 'target-busy'
  | 'internal';

export class OffprintError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OffprintError';
    this.code = code;
  }
}

/** The `code` of a system or Node error (ENOENT, ENOSPC, …); undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Converts anything thrown into an OffprintError. Disk errors of the system and page errors of the browser get plain
 * sentences.
 */
export function asOffprintError(error: unknown): OffprintError {
  if (error instanceof OffprintError) return error;
  const code = systemCode(error);
  const text = error instanceof Error ? error.message : String(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') {
    return new OffprintError(
      'disk-full',
      `The disk is full (${text}). Free some space, then try again. An export continues where it stopped.`,
      error,
    );
  }
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') {
    return new OffprintError(
      'store-damaged',
      `The database in the data folder is damaged (${text}). Move offprint.db and its -wal and -shm files elsewhere, and replace offprint.db with the newest backup from the backups folder. Alternatively, choose another data folder.`,
      error,
    );
  }
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    return new OffprintError(
      'store-locked',
      `Another program is using the database in the data folder (${text}). Close that program, then try again.`,
      error,
    );
  }
  const words = driverWords(error);
  if (words !== undefined) {
    return new OffprintError(
      'browser',
      `A page ${words}. Run the same command again. Completed work is kept.`,
      error,
    );
  }
  return new OffprintError('internal', text, error);
}
