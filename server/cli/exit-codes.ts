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
  capReached: 7,
  canceled: 130,
} as const;

const BY_CODE: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  'not-found': EXIT.usage,
  conflict: EXIT.usage,
  'store-locked': EXIT.usage,
  'store-damaged': EXIT.ourFault,
  'store-newer': EXIT.usage,
  'object-damaged': EXIT.jobFailed,
  'disk-full': EXIT.jobFailed,
  'origin-unreadable': EXIT.usage,
  'origin-empty': EXIT.usage,
  'origin-changed': EXIT.jobFailed,
  'pages-missing': EXIT.pagesMissing,
  'cap-reached': EXIT.capReached,
  'page-crashed': EXIT.jobFailed,
  'verification-failed': EXIT.checkFailed,
  integrity: EXIT.integrity,
  browser: EXIT.jobFailed,
  canceled: EXIT.canceled,
  internal: EXIT.ourFault,
};

export function exitCodeOf(code: string): number {
  return BY_CODE[code as ErrorCode] ?? EXIT.ourFault;
}
