import type { Store } from '../store/database.ts';
import { recentUses, secondsUntilFree, type UseKind } from '../store/rate-limit.ts';
import { ApiError } from './api-error.ts';

/** A limit on uses within any 60 minutes: of one project, or of all together if the project id is null. */
export type RateLimit = Readonly<{ kind: UseKind; limit: number }>;

/** Returns the header fields that report how much of a limit is used. All limits of the API have them. */
export function rateHeaders(
  store: Store,
  projectId: string | null,
  { kind, limit }: RateLimit,
): Record<string, string> {
  const left = Math.max(0, limit - recentUses(store, projectId, kind));
  const reset = left === limit ? 0 : secondsUntilFree(store, projectId, kind, limit - left);
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(reset),
  };
}

/**
 * Awaits work that counts as a use. The limit is enforced where the work is done; this adds how long to wait.
 * @throws ApiError 429 with `Retry-After` if the limit is reached
 */
export async function withRetryAfter<T>(
  store: Store,
  projectId: string | null,
  rate: RateLimit,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'limit') throw error;
    const seconds = String(secondsUntilFree(store, projectId, rate.kind, Math.max(1, rate.limit)));
    throw new ApiError(429, `${error.message} Wait ${seconds} ${seconds === '1' ? 'second' : 'seconds'}.`, {
      ...rateHeaders(store, projectId, rate),
      'retry-after': seconds,
      'ratelimit-reset': seconds,
    });
  }
}
