import type { ErrorCode } from '../errors.ts';

const MINUTE_MS = 60_000;

/** Pauses before retrying a source that failed: short at first, then every 15 minutes for a day. */
const SOURCE_RETRY_MS: readonly number[] = [
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  ...Array<number>(96).fill(15 * MINUTE_MS),
];

/**
 * Pause before the next attempt after a failed rollout; undefined after the last attempt and for permanent errors (e.g.
 * `forbidden`, which only a new link can fix).
 * @param attempt counted from 0
 */
export function retryPauseMs(
  code: ErrorCode,
  attempt: number,
  pausesMs: readonly number[] = SOURCE_RETRY_MS,
): number | undefined {
  const mayPass = code === 'unreachable' || code === 'disk-full';
  return mayPass ? pausesMs[attempt] : undefined;
}

/**
 * Classifies an HTTP error status of a source: `forbidden` for a link that has expired or is not valid, `unreachable`
 * for temporary failures, `usage` for a wrong address.
 */
export function statusFault(status: number): 'forbidden' | 'unreachable' | 'usage' {
  if ([401, 403, 410].includes(status)) return 'forbidden';
  const isPassing = status >= 500 || [408, 416, 425, 429].includes(status);
  return isPassing ? 'unreachable' : 'usage';
}
