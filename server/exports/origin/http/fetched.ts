/** Response of an origin to a GET request. `Kept` is the result of `keep` for long bodies. */
export type Fetched<Kept = never> = Readonly<{
  status: number;
  contentType: string;
  location: string | undefined;
  /** Validator of the content (see validator.ts). */
  validator: string | undefined;
  /** By lower-case name. Repeated headers are joined (RFC 9110 §5.3), `set-cookie` with one per line. */
  headers: Readonly<Record<string, string>>;
  /** The whole body, decoded; or the result of `keep` if it is longer than `bufferBytes` of its type. */
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

/** Why a URL could not be fetched. The message is a sentence for people. */
export class FetchError extends Error {
  readonly reason: FetchReason;
  /** Delay in ms after which the origin asks to be tried again. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: FetchReason, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'FetchError';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Limits for one response, by media type if that matters. */
export type Bounds = Readonly<{
  /** Maximum time in which the server may send nothing. */
  silenceMs: number;
  /** Maximum time for the whole response, plus one second for every 16 kB received. */
  totalMs: number;
  /** Bodies up to this length are buffered. */
  bufferBytes: (contentType: string) => number;
  maxBytes: (contentType: string) => number;
}>;

/** Gets a URL of the site with its whole body. @param bare without credentials @throws FetchError */
export type GetUrl = (url: URL, maxBytes: number, bare?: 'bare') => Promise<Fetched>;
