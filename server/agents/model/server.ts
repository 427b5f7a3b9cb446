/** A model server as the operator set it up. */
export type ModelServer = Readonly<{
  /** Up to and including `/v1`: `http://10.0.0.7:8000/v1`. */
  baseUrl: string;
  model: string;
  /** Sent as a bearer token; null where the server asks for none. */
  apiKey: string | null;
  /** PEM certificates that are trusted besides those that Node brings; null for none. */
  caBundle: string | null;
  timers: ModelTimers;
}>;

/** All in milliseconds. */
export type ModelTimers = Readonly<{
  /** To a connection, TLS included. */
  connectMs: number;
  /** From the sent request to the first byte of the answer's body: reading a long prompt can take many minutes. */
  firstByteMs: number;
  /** Longest silence within an answer. */
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
