import { setTimeout as delay } from 'node:timers/promises';
import type { ChatRequest } from './chat.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';

/**
 * Number of retries by cause. Certificate, key and name errors are permanent, so they are never retried. A request that
 * is too long must be shortened by the caller, and after a timeout the wait has already been long enough.
 */
const TRIES_AGAIN: Readonly<Partial<Record<ModelErrorKind, number>>> = {
  unreachable: 4,
  'rate-limited': 5,
  overloaded: 5,
  // Once, with different sampling: what Ollama could not parse often works the second time (ollama#12884).
  'server-error': 1,
  protocol: 1,
  cut: 2,
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

export type Attempt = Readonly<{ error: ModelError; waitMs: number; number: number }>;

/**
 * Retries a request until it succeeds or a retry is pointless.
 * @param options.onRetry called before each pause
 * @throws the last ModelError; the signal's reason if it was aborted
 */
export async function withRetries<T>(
  request: ChatRequest,
  once: (request: ChatRequest) => Promise<T>,
  options: Readonly<{
    signal: AbortSignal;
    onRetry?: (attempt: Attempt) => void;
    firstPauseMs?: number;
    random?: () => number;
  }>,
): Promise<T> {
  const random = options.random ?? Math.random;
  const failures = new Map<ModelErrorKind, number>();
  let current = request;
  for (let number = 1; ; number++) {
    try {
      return await once(current);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const count = (failures.get(error.kind) ?? 0) + 1;
      failures.set(error.kind, count);
      if (count > (TRIES_AGAIN[error.kind] ?? 0)) throw error;
      const pause = (options.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** (count - 1);
      // Jitter between half and the full pause, so that several jobs do not retry at the same moment.
      const waitMs = Math.min(
        LONGEST_PAUSE_MS,
        Math.max(error.retryAfterMs ?? 0, pause * (0.5 + random() / 2)),
      );
      options.onRetry?.({ error, waitMs, number });
      await delay(waitMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
      if (error.kind === 'server-error') {
        current = { ...current, temperature: Math.min(1, (current.temperature ?? 0) + 0.3) };
      }
    }
  }
}
