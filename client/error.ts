/** What went wrong, for programs. Those of HTTP stand for the statuses of docs/api.md, "Errors". */
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
  /** The server gave no answer, or the connection broke off. */
  | 'unreachable'
  /** What answered is not Offprint: a login page of a proxy, for example. */
  | 'unexpected-answer'
  /** The export has the status `failed`; `cause` is the job. */
  | 'export-failed'
  /** The agent job has the status `failed`; `cause` is the job. */
  | 'agent-job-failed'
  /** A job had not ended after `giveUpAfterMs`; it goes on by itself. */
  | 'timed-out'
  /** The link has expired or was revoked. */
  | 'link-expired'
  /** What arrived is not what the server says it is. */
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

/** All that the client throws, but what an AbortSignal throws by itself and what the disk says. */
export class OffprintError extends Error {
  override readonly name = 'OffprintError';
  readonly code: ErrorCode;
  /** Status of the HTTP answer; 0 where no answer is the reason. */
  readonly status: number;
  /** Seconds after which another try makes sense, where the server told them. */
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

/** The error that an answer other than a success stands for. */
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

/** The error where there was no answer. */
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
