/** Error codes for programs. Those for HTTP statuses are explained in docs/api.md, "Errors". */
export type ErrorCode =
  | 'invalid-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-address'
  | 'key-reused'
  | 'rate-limited'
  | 'server-fault'
  | 'unavailable'
  /** The server did not respond, or the connection broke. */
  | 'unreachable'
  /** The response is not from Offprint, but from the login page of a proxy, for example. */
  | 'unexpected-answer'
  /** The export has the status `failed`; `cause` is the job. */
  | 'export-failed'
  /** The agent job has the status `failed`; `cause` is the job. */
  | 'agent-job-failed'
  /** A job had not ended after `giveUpAfterMs`; it continues on the server. */
  | 'timed-out'
  /** The link has expired or was revoked. */
  | 'link-expired'
  /** The received data is not what the server announced. */
  | 'digest-mismatch';

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'invalid-request',
  409: 'conflict',
  413: 'too-large',
  415: 'invalid-request',
  421: 'wrong-address',
  422: 'key-reused',
  429: 'rate-limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Every error of the client, except the reason of an AbortSignal and file system errors. */
export class OffprintError extends Error {
  override readonly name = 'OffprintError';
  readonly code: ErrorCode;
  /** Status of the HTTP response; 0 if the error is not about a response. */
  readonly status: number;
  /** Seconds after which a retry makes sense, if the server sent them. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    {
      status = 0,
      retryAfter,
      cause,
    }: Readonly<{ status?: number; retryAfter?: number | undefined; cause?: unknown }> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Converts an unsuccessful response to an error. */
export async function errorOf(response: Response): Promise<OffprintError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const after = /^\d+$/.exec(headers.get('retry-after') ?? '')?.[0];
  return new OffprintError(
    CODES[status] ?? (status >= 500 ? 'server-fault' : 'unexpected-answer'),
    sentenceIn(text) ?? `The server responded with status ${status}.`,
    { status, retryAfter: after === undefined ? undefined : Number(after) },
  );
}

/** Creates the error for a request without a response. */
export function unreachable(what: string, cause: unknown): OffprintError {
  const { message, cause: reason } = cause as Error & { cause?: { message?: string; code?: string } };
  return new OffprintError('unreachable', `${what}: ${reason?.message || reason?.code || message}`, {
    cause,
  });
}

function sentenceIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
