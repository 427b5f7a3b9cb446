import { OffprintError } from '../../errors.ts';

/** Why a model server gave no answer; decides whether and how it is asked again (retry.ts). */
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
  /** How long the server asked to be left alone, if it did. */
  readonly retryAfterMs: number | null;
  /** The context window that the server named when a request was too long for it, in tokens. */
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
