import http from 'node:http';
import https from 'node:https';
import { OffprintError, systemCode } from '../errors.ts';
import { RELEASE } from '../release.ts';
import { faultOfAnswer } from './fault-of-answer.ts';

/** Address of an API and the credentials for it. */
export type Transport = Readonly<{
  /** Name for messages: the address or the data folder. */
  name: string;
  /** Without a trailing slash. For a socket, only the path counts. */
  base: string;
  socket?: string;
  /** API key, or the secret of a private socket. */
  token: string;
  /** Trusted certificates in addition to Node's own (PEM). */
  ca?: readonly string[];
}>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An event of a job. Only stored events have an id. */
export type JobEvent = Readonly<{ id: number | undefined; kind: string; data: Record<string, unknown> }>;

/** Client for the HTTP API of one server. Responses are trusted to match the API. */
export type Client = Readonly<{
  name: string;
  /** @throws OffprintError with the code of the server's error, and `unreachable` */
  request: <T>(method: Method, path: string, body?: unknown) => Promise<T>;
  /** Sends a GET and returns the response as a stream. @throws OffprintError as `request` */
  open: (path: string, headers?: Readonly<Record<string, string>>) => Promise<http.IncomingMessage>;
  /** Sends a POST and returns the response as a stream. @throws OffprintError as `request` */
  post: (path: string, body?: unknown) => Promise<http.IncomingMessage>;
  /** Opens a signed link, which needs no key. The caller checks the status. */
  openLink: (url: string, headers: Readonly<Record<string, string>>) => Promise<http.IncomingMessage>;
  /** Resolves once the stream of events after `afterId` is open. Call and stream throw like `request`. */
  events: (path: string, afterId: number) => Promise<AsyncGenerator<JobEvent>>;
  close: () => void;
}>;

/** Long, because some work (the delta of a large bundle) finishes before the first byte of the response is sent. */
const ANSWER_TIMEOUT_MS = 15 * 60_000;
/** The server sends something every 15 seconds. */
const EVENTS_TIMEOUT_MS = 45_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;

export function openClient(transport: Transport, timeoutMs = ANSWER_TIMEOUT_MS): Client {
  const isTls = transport.socket === undefined && transport.base.startsWith('https:');
  const agent = isTls
    ? new https.Agent({ keepAlive: true, ...(transport.ca && { ca: [...transport.ca] }) })
    : new http.Agent({ keepAlive: true });

  /** Resolves once the response headers have arrived. */
  const send = (options: {
    method: Method;
    url: URL;
    headers: Readonly<Record<string, string>>;
    body?: string | undefined;
    timeoutMs: number;
  }): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { url, body } = options;
      const request = (url.protocol === 'https:' && transport.socket === undefined ? https : http).request(
        transport.socket === undefined ? url : `http://localhost${url.pathname}${url.search}`,
        {
          method: options.method,
          headers: options.headers,
          timeout: options.timeoutMs,
          // A link may point to another host than the API, with or without TLS.
          ...((url.protocol === 'https:') === isTls && { agent }),
          ...(url.protocol === 'https:' && transport.ca && { ca: [...transport.ca] }),
          ...(transport.socket !== undefined && { socketPath: transport.socket }),
        },
        resolve,
      );
      request.on('timeout', () => request.destroy(new Error('no response in time')));
      request.on('error', (error) => reject(faultOfConnection(error, transport, url)));
      request.end(body);
    });

  const toApi = async (
    method: Method,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
    limitMs = timeoutMs,
  ): Promise<http.IncomingMessage> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await send({
      method,
      url: new URL(transport.base + path),
      headers: {
        accept: 'application/json',
        'user-agent': `offprint/${RELEASE}`,
        authorization: `Bearer ${transport.token}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      body: text,
      timeoutMs: limitMs,
    });
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    throw faultOfAnswer(statusCode, answer.headers, await textOf(answer, transport), transport);
  };

  return {
    name: transport.name,
    request: async <T>(method: Method, path: string, body?: unknown) => {
      const answer = await toApi(method, path, {}, body);
      const text = await textOf(answer, transport);
      if (text === '') return undefined as T;
      try {
        return JSON.parse(text) as T;
      } catch {
        throw faultOfAnswer(answer.statusCode ?? 0, answer.headers, text, transport);
      }
    },
    open: (path, headers) => toApi('GET', path, headers),
    post: (path, body) => toApi('POST', path, { accept: '*/*' }, body),
    openLink: (url, headers) =>
      send({ method: 'GET', url: new URL(url), headers, timeoutMs: DOWNLOAD_TIMEOUT_MS }),
    events: async (path, afterId) => {
      const answer = await toApi(
        'GET',
        path,
        { accept: 'text/event-stream', ...(afterId > 0 && { 'last-event-id': String(afterId) }) },
        undefined,
        EVENTS_TIMEOUT_MS,
      );
      return eventsOf(answer, transport);
    },
    close: () => agent.destroy(),
  };
}

async function* eventsOf(answer: http.IncomingMessage, transport: Transport): AsyncGenerator<JobEvent> {
  try {
    yield* serverSentEvents(answer);
  } catch (error) {
    throw faultOfConnection(error, transport);
  } finally {
    answer.destroy();
  }
}

/** Parses a stream of server-sent events (WHATWG HTML §9.2.6) with JSON data. */
export async function* serverSentEvents(stream: AsyncIterable<Buffer>): AsyncGenerator<JobEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let id: number | undefined;
  let kind = 'message';
  let data: string[] = [];
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, kind, data: JSON.parse(data.join('\n')) as Record<string, unknown> };
        id = undefined;
        kind = 'message';
        data = [];
        continue;
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'data') data.push(value);
      else if (field === 'event') kind = value;
      else if (field === 'id') id = Number(value);
    }
  }
}

async function textOf(answer: http.IncomingMessage, transport: Transport): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    throw faultOfConnection(error, transport);
  }
}

/** Converts a connection error to an OffprintError that says what to do. */
function faultOfConnection(
  error: unknown,
  transport: Transport,
  url = new URL(transport.base),
): OffprintError {
  if (error instanceof OffprintError) return error;
  const code = systemCode(error) ?? '';
  const text = error instanceof Error ? error.message : String(error);
  if (transport.socket !== undefined) {
    return new OffprintError(
      'unreachable',
      `The Offprint process that was using the data folder ${transport.name} has ended or is not responding (${code || text}). Run the command again.`,
      error,
    );
  }
  const place = url.origin;
  const sentence =
    {
      ECONNREFUSED: `No server is responding at ${place}. Start one there (offprint serve), or check --server or OFFPRINT_URL.`,
      ENOTFOUND: `There is no host named ${url.hostname}. Check --server or OFFPRINT_URL.`,
      EAI_AGAIN: `The name ${url.hostname} cannot be looked up right now. Check the network, and check --server or OFFPRINT_URL.`,
      CERT_HAS_EXPIRED: `The TLS certificate for ${place} has expired. Ask the server's administrator to renew it.`,
      ERR_TLS_CERT_ALTNAME_INVALID: `The TLS certificate used by ${place} is for other host names. Use one of those with --server, or get a certificate for ${url.hostname}.`,
      EPROTO: `${place} does not speak TLS. If that is intended, start the address with http://.`,
    }[code] ??
    (isUntrusted(code)
      ? `The TLS certificate for ${place} is not signed by a trusted authority (${code}). Specify its CA certificate with --ca <file> or NODE_EXTRA_CA_CERTS.`
      : url.protocol === 'http:' && code === 'ECONNRESET'
        ? `${place} closed the connection. If the server uses TLS, start the address with https://. Otherwise, run the command again.`
        : `${place} cannot be reached (${code || text}). Check the network and make sure that the server is running, then try again.`);
  return new OffprintError('unreachable', sentence, error);
}

function isUntrusted(code: string): boolean {
  return (
    code.startsWith('UNABLE_TO_') ||
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_UNTRUSTED'].includes(code)
  );
}
