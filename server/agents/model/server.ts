/** Model server as configured by the operator. */
export type ModelServer = Readonly<{
  /** Up to and including `/v1`: `http://10.0.0.7:8000/v1`. */
  baseUrl: string;
  model: string;
  /** Sent as a bearer token; null if the server needs none. */
  apiKey: string | null;
  /** PEM certificates to trust in addition to Node's; null for none. */
  caBundle: string | null;
  timers: ModelTimers;
}>;

/** Timeouts in milliseconds. */
export type ModelTimers = Readonly<{
  /** Until the connection is established, including TLS. */
  connectMs: number;
  /** From the connection to the first byte of the response body. Reading a long prompt can take many minutes. */
  firstByteMs: number;
  /** Longest pause within a response. */
  idleMs: number;
  /** The whole exchange. */
  totalMs: number;
}>;

export const DEFAULT_TIMERS: ModelTimers = {
  connectMs: 10_000,
  firstByteMs: 20 * 60_000,
  idleMs: 10 * 60_000,
  totalMs: 30 * 60_000,
};
