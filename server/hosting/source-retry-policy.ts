const MINUTE_MS = 60_000;

/** How long a host waits before it asks a source that failed again: soon, then every quarter of an hour for a day. */
export const SOURCE_RETRY_MS: readonly number[] = [
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  ...Array<number>(96).fill(15 * MINUTE_MS),
];
