import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export type Fetched = Readonly<{
  status: number;
  contentType: string;
  location: string | undefined;
  validator: string | undefined;
  /**
   * The whole body, or its chunks when it is announced as longer than `bufferBytes` of its type: reading them throws
   * FetchError when they end early.
   */
  body: Buffer | AsyncIterable<Buffer>;
}>;

/** Why a URL could not be fetched, after all tries. */
export class FetchError extends Error {
  readonly reason: 'timeout' | 'connection' | 'truncated' | 'too large' | 'server error';

  constructor(reason: FetchError['reason'], message: string) {
    super(message);
    this.name = 'FetchError';
    this.reason = reason;
  }
}

export type FetchOptions = Readonly<{
  agent: http.Agent;
  signal: AbortSignal;
  /** Longest silence of the server. */
  timeoutMs: number;
  /** Bodies up to this length come as a whole. */
  bufferBytes: (contentType: string) => number;
  maxBytes: (contentType: string) => number;
}>;

const TRIES = 3;
const FIRST_PAUSE_MS = 200;

/**
 * Gets a URL over a keep-alive connection; redirects are answers, not followed. Connection faults, time-outs and
 * 5xx are tried three times with growing pauses.
 * @throws FetchError when every try failed, and whatever the signal was aborted with
 */
export async function fetchUrl(url: string, options: FetchOptions): Promise<Fetched> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted();
    let fault: FetchError;
    try {
      const { body, ...fetched } = await request(url, options);
      if (fetched.status < 500) return { ...fetched, body: Buffer.isBuffer(body) ? body : chunksOf(body) };
      if (!Buffer.isBuffer(body)) body.destroy();
      fault = new FetchError('server error', `The origin answered ${fetched.status}`);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof FetchError) || error.reason === 'too large') throw error;
      fault = error;
    }
    if (attempt === TRIES) throw fault;
    await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: options.signal });
  }
}

async function* chunksOf(response: http.IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch {
    throw new FetchError('truncated', 'The answer ended early');
  }
}

type Answer = Omit<Fetched, 'body'> & Readonly<{ body: Buffer | http.IncomingMessage }>;

function request(url: string, options: FetchOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = http.get(url, {
      agent: options.agent,
      signal: options.signal,
      timeout: options.timeoutMs,
    });
    outgoing.on('timeout', () =>
      outgoing.destroy(new FetchError('timeout', `The origin was silent for ${options.timeoutMs} ms`)),
    );
    outgoing.on('error', (error) =>
      reject(
        error instanceof FetchError
          ? error
          : new FetchError('connection', `No answer from the origin: ${error.message}`),
      ),
    );
    outgoing.on('response', (response) => {
      const contentType = response.headers['content-type'] ?? 'application/octet-stream';
      const announced = Number(response.headers['content-length'] ?? 0);
      const maxBytes = options.maxBytes(contentType);
      const fetched = {
        status: response.statusCode ?? 0,
        contentType,
        location: response.headers.location,
        validator: response.headers.etag?.replaceAll('"', ''),
      };
      const tooLarge = (): FetchError =>
        new FetchError('too large', `The answer is longer than ${maxBytes} bytes`);
      if (announced > maxBytes) {
        outgoing.destroy(tooLarge());
        return;
      }
      if (announced > options.bufferBytes(contentType)) {
        resolve({ ...fetched, body: response });
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) outgoing.destroy(tooLarge());
      });
      response.on('end', () => {
        if (response.complete) resolve({ ...fetched, body: Buffer.concat(chunks, length) });
        else reject(new FetchError('truncated', 'The answer ended early'));
      });
      response.on('error', (error) =>
        reject(error instanceof FetchError ? error : new FetchError('truncated', 'The answer ended early')),
      );
    });
  });
}
