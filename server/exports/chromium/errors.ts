/** What can go wrong between "a browser is needed" and "a browser answers". */
export type ChromiumErrorCode =
  | 'chromium-not-found'
  | 'chromium-unpack-failed'
  | 'chromium-launch-failed'
  /** The one packaged with the desktop app is not the one that was packaged. */
  | 'chromium-altered'
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
