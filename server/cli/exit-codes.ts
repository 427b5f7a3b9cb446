import type { ErrorCode } from '../errors.ts';

/** What the exit status of `offprint` means. */
export const EXIT = {
  done: 0,
  ourFault: 1,
  usage: 2,
  jobFailed: 3,
  pagesMissing: 4,
  checkFailed: 5,
  integrity: 6,
  /** Of pages. */
  capReached: 7,
  unreachable: 8,
  byteCapReached: 9,
  depthCapReached: 10,
  timeCapReached: 11,
  /** Of one page or file. */
  sizeCapReached: 12,
  /** Of variants of one path by their query. */
  queryCapReached: 13,
  /** The job waits for a login. */
  loginRequired: 14,
  canceled: 130,
} as const;

const BY_CODE: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  'not-found': EXIT.usage,
  conflict: EXIT.usage,
  forbidden: EXIT.usage,
  limit: EXIT.usage,
  'store-locked': EXIT.usage,
  'store-damaged': EXIT.ourFault,
  'store-newer': EXIT.usage,
  'secrets-locked': EXIT.usage,
  'object-damaged': EXIT.jobFailed,
  'disk-full': EXIT.jobFailed,
  'origin-unreadable': EXIT.usage,
  'origin-empty': EXIT.usage,
  'origin-changed': EXIT.jobFailed,
  'origin-unreachable': EXIT.jobFailed,
  'login-required': EXIT.loginRequired,
  'pages-missing': EXIT.pagesMissing,
  'cap-reached': EXIT.capReached,
  'byte-cap-reached': EXIT.byteCapReached,
  'depth-cap-reached': EXIT.depthCapReached,
  'time-cap-reached': EXIT.timeCapReached,
  'size-cap-reached': EXIT.sizeCapReached,
  'query-cap-reached': EXIT.queryCapReached,
  'page-crashed': EXIT.jobFailed,
  'verification-failed': EXIT.checkFailed,
  integrity: EXIT.integrity,
  browser: EXIT.jobFailed,
  canceled: EXIT.canceled,
  unreachable: EXIT.unreachable,
  internal: EXIT.ourFault,
};

export function exitCodeOf(code: string): number {
  return isErrorCode(code) ? BY_CODE[code] : EXIT.ourFault;
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(BY_CODE, code);
}
