import type { ErrorCode } from '../errors.ts';

const MINUTE_MS = 60_000;

/** How long a host waits before it asks a source that failed again: soon, then every quarter of an hour for a day. */
const SOURCE_RETRY_MS: readonly number[] = [
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  ...Array<number>(96).fill(15 * MINUTE_MS),
];

/**
 * How long a host waits before it asks again after an error of a rollout; undefined where that does not pass by itself
 * (`forbidden`: only a fresh link helps), and after the last attempt.
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
 * What the HTTP status of a source means that gives no bundle: `forbidden` for a link that has expired or is not valid,
 * `unreachable` for what may pass, `usage` for a wrong address.
 */
export function statusFault(status: number): 'forbidden' | 'unreachable' | 'usage' {
  if ([401, 403, 410].includes(status)) return 'forbidden';
  const isPassing = status >= 500 || [408, 416, 425, 429].includes(status);
  return isPassing ? 'unreachable' : 'usage';
}
