/** Errors that can occur before a browser responds for the first time. */
export type ChromiumErrorCode =
  | 'chromium-not-found'
  | 'chromium-unpack-failed'
  | 'chromium-launch-failed'
  /** The desktop app's packaged browser has been modified. */
  | 'chromium-altered'
  /** Something else killed it during startup; a retry may succeed. */
  | 'chromium-killed';

/** An error from this folder: `code` is for programs, `message` tells a person what to do. */
export class ChromiumError extends Error {
  readonly code: ChromiumErrorCode;

  constructor(code: ChromiumErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChromiumError';
    this.code = code;
  }
}
