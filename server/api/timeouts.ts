/** How long the server waits for what, in milliseconds. A host may set other times; tests wait less. */
export type Timing = Readonly<{
  /** A request has to be in within these times, so that slow ones hold nothing for long. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** How long an idle connection is kept. */
  keepAliveTimeoutMs: number;
  /** How long answers under way may take to end once the server stops. */
  closePatienceMs: number;
  /** How often a stream of events says that it is still there. */
  heartbeatMs: number;
}>;

export const usualTiming: Timing = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
  closePatienceMs: 5_000,
  heartbeatMs: 15_000,
};
