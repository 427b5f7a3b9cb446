/** The answer of an origin to a GET; long bodies are `Kept` as they arrive. */
export type Fetched<Kept = never> = Readonly<{
  status: number;
  contentType: string;
  location: string | undefined;
  /** What the origin says the content is (see validator.ts). */
  validator: string | undefined;
  /** By lower-case name; several of one name are joined as RFC 9110 §5.3 says, of `set-cookie` a line each. */
  headers: Readonly<Record<string, string>>;
  /** The whole body, decoded; or what `keep` made of it when it is longer than `bufferBytes` of its type. */
  body: Buffer | Kept;
}>;

export type FetchReason =
  | 'timeout'
  | 'too slow'
  | 'connection'
  | 'truncated'
  | 'too large'
  | 'undecodable'
  | 'server error'
  | 'busy'
  | 'tls'
  | 'refused address'
  | 'unreadable';

/** Why a URL could not be fetched, after all tries; the message is a sentence for people. */
export class FetchError extends Error {
  readonly reason: FetchReason;
  /** When the origin asks to be tried again, ms from now. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: FetchReason, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'FetchError';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What bounds one answer, by its media type where that matters. */
export type Bounds = Readonly<{
  /** Longest silence of the server. */
  silenceMs: number;
  /** Longest time for the whole answer; a second more for each 16 kB that arrived. */
  totalMs: number;
  /** Bodies up to this length come as a whole. */
  bufferBytes: (contentType: string) => number;
  maxBytes: (contentType: string) => number;
}>;

/** Gets a URL of the site; the body as a whole. @param bare without what it takes to get in @throws FetchError */
export type GetUrl = (url: URL, maxBytes: number, bare?: 'bare') => Promise<Fetched>;
