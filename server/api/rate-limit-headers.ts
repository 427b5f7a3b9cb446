import type { Store } from '../store/database.ts';
import { recentUses, secondsUntilFree, type UseKind } from '../store/rate-limit.ts';
import { ApiError } from './api-error.ts';

/** A limit on what a project, or with null in its place all together, do within any 60 minutes. */
export type RateLimit = Readonly<{ kind: UseKind; limit: number }>;

/** How much of a limit a project has used, in the header fields that every limit of the API has. */
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
 * Waits for work that counts as a use. The limit is counted where the work is done; how long to wait is told here.
 * @throws ApiError 429 with `Retry-After` when the limit is reached
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
