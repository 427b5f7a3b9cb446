import { OffprintError } from '../../errors.ts';

/** Reason why a model server gave no answer. Determines whether and how the request is retried (retry.ts). */
export type ModelErrorKind =
  | 'unreachable'
  | 'certificate'
  | 'unauthorized'
  | 'unknown-model'
  | 'context-overflow'
  | 'tools-unsupported'
  | 'refused'
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'protocol'
  | 'cut'
  | 'first-byte-timeout'
  | 'idle-timeout'
  | 'total-timeout';

export class ModelError extends OffprintError {
  readonly kind: ModelErrorKind;
  /** Delay that the server requested before the next attempt, if any. */
  readonly retryAfterMs: number | null;
  /** Context window in tokens, if the server reported it when rejecting a request as too long. */
  readonly contextTokens: number | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: { cause?: unknown; retryAfterMs?: number | null; contextTokens?: number | null } = {},
  ) {
    super('internal', message, details.cause);
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.contextTokens = details.contextTokens ?? null;
  }
}
