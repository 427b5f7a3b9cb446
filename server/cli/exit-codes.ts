import type { VerificationVerdict } from '../bundles/verification-verdict.ts';
import type { ErrorCode } from '../errors.ts';

/** Exit codes of `offprint`. --help and docs/exit-codes.md are generated from this table. */
const EXIT_CODES = {
  done: [0, 'Done.'],
  ourFault: [1, 'An error in Offprint itself.'],
  usage: [2, 'Incorrect usage. The message says what to change.'],
  jobFailed: [3, 'The job failed.'],
  pagesMissing: [4, 'Pages are missing.'],
  checkFailed: [
    5,
    'Verification failed: the bundle was made, but parts of it do not work offline as they do on the site.',
  ],
  integrity: [6, 'The bundle was altered or is damaged, or its volumes are from different archives.'],
  capReached: [7, 'The page limit was reached.'],
  unreachable: [8, 'The server cannot be reached.'],
  byteCapReached: [9, 'The byte limit was reached.'],
  depthCapReached: [10, 'The depth limit was reached.'],
  timeCapReached: [11, 'The time limit was reached.'],
  sizeCapReached: [12, 'The file size limit was reached.'],
  queryCapReached: [13, 'The limit on query variants per path was reached.'],
  loginRequired: [14, 'The job is waiting for a login.'],
  incomplete: [15, 'The bundle is incomplete: it is cut off, or files or volumes are missing.'],
  unknownSigner: [16, 'The bundle is signed with a key that is not trusted.'],
  revokedSigner: [17, 'The bundle is signed with a revoked key.'],
  unsigned: [
    18,
    'The bundle matches its manifest but is unsigned. There are trusted keys, so a signature is expected.',
  ],
  targetUnreachable: [19, 'The target cannot be reached.'],
  targetRefused: [
    20,
    'The target denies access: check the credentials, permissions, certificate or host key.',
  ],
  targetFull: [21, 'The target is full.'],
  targetBusy: [22, 'Someone else is publishing to the target.'],
  canceled: [130, 'Canceled.'],
} as const satisfies Readonly<Record<string, readonly [code: number, meaning: string]>>;

type ExitName = keyof typeof EXIT_CODES;

export const EXIT = Object.fromEntries(Object.entries(EXIT_CODES).map(([name, [code]]) => [name, code])) as {
  readonly [N in ExitName]: (typeof EXIT_CODES)[N][0];
};

/** Every exit code with its meaning, in order. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = Object.values(EXIT_CODES);

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
  'secret-files': EXIT.usage,
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
  incomplete: EXIT.incomplete,
  browser: EXIT.jobFailed,
  canceled: EXIT.canceled,
  unreachable: EXIT.unreachable,
  'target-unreachable': EXIT.targetUnreachable,
  'target-refused': EXIT.targetRefused,
  'target-full': EXIT.targetFull,
  'target-busy': EXIT.targetBusy,
  internal: EXIT.ourFault,
};

/** Exit codes by verdict. */
export const EXIT_OF_VERDICT: Readonly<Record<VerificationVerdict, number>> = {
  valid: EXIT.done,
  altered: EXIT.integrity,
  incomplete: EXIT.incomplete,
  'unknown-signer': EXIT.unknownSigner,
  'revoked-signer': EXIT.revokedSigner,
  unsigned: EXIT.unsigned,
};

/** Returns the exit code for an error code. */
export function exitCodeOf(code: string): number {
  return isErrorCode(code) ? BY_CODE[code] : EXIT.ourFault;
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(BY_CODE, code);
}
