import { asOffprintError, type ErrorCode } from '../errors.ts';

/** Error response. Its body is always `{"error": sentence}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

/** HTTP status by error code. Errors that go away on their own or once space is freed are 503. */
const STATUS: Partial<Readonly<Record<ErrorCode, number>>> = {
  usage: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'origin-unreadable': 409,
  'origin-empty': 409,
  'secret-files': 409,
  limit: 429,
  'store-locked': 503,
  'disk-full': 503,
  'secrets-locked': 503,
  'target-unreachable': 502,
  'target-refused': 409,
  'target-full': 409,
  'target-busy': 409,
};

/** Response header with the error code, for programs that need more than the status (the command line's exit codes). */
const ERROR_HEADER = 'offprint-error';

/** Translates anything thrown while handling a request. `isOurs` is true if the server is at fault. */
export function asApiError(error: unknown): { answer: ApiError; isOurs: boolean } {
  if (error instanceof ApiError) return { answer: error, isOurs: error.status === 500 };
  const fault = asOffprintError(error);
  const status = STATUS[fault.code];
  const headers = { [ERROR_HEADER]: fault.code };
  if (status !== undefined)
    return { answer: new ApiError(status, fault.message, headers), isOurs: status === 503 };
  const sentence =
    fault.code === 'internal'
      ? "Something went wrong in Offprint. Try again. If it happens again, check the server's log."
      : fault.message;
  return { answer: new ApiError(500, sentence, headers), isOurs: true };
}
