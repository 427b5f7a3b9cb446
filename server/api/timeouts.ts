/** Timeouts of the server in milliseconds. A host may set other values; tests use shorter ones. */
export type Timing = Readonly<{
  /** A request must arrive within these times, so that slow clients do not hold connections for long. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** How long an idle connection is kept open. */
  keepAliveTimeoutMs: number;
  /** How long open responses may take to end once the server stops. */
  closePatienceMs: number;
  /** Interval of the heartbeat in event streams. */
  heartbeatMs: number;
}>;

export const usualTiming: Timing = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
  closePatienceMs: 5_000,
  heartbeatMs: 15_000,
};
