/** What can go wrong between "a browser is needed" and "a browser answers". */
export type ChromiumErrorCode =
  | 'chromium-not-found'
  | 'chromium-unpack-failed'
  | 'chromium-launch-failed'
  /** Somebody else ended it while it started: it may well start the next time. */
  | 'chromium-killed';

/** An error of this folder: `code` for programs, `message` a sentence that tells a person what to do. */
export class ChromiumError extends Error {
  readonly code: ChromiumErrorCode;

  constructor(code: ChromiumErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChromiumError';
    this.code = code;
  }
}

/** The `errno` name (`ENOENT`, `ENOSPC`, …) or zlib code that a Node error carries, otherwise undefined. */
export function systemErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
