import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { readCertificates } from '../../../certificates.ts';
import { systemCode } from '../../../errors.ts';
import { isPrivateAddress, literalAddress } from './addresses.ts';
import { ACCEPT_ENCODING, decoded } from './decode.ts';
import { type Bounds, FetchError, type Fetched } from './fetched.ts';
import { type HttpProxy, refusal, tunnel } from './proxy.ts';
import { type ResponseTimeout, startResponseTimeout } from './response-timeout.ts';
import { tlsError } from './tls-error.ts';
import { validatorFrom } from './validator.ts';

export type ClientOptions = Readonly<{
  /** Maximum concurrent connections to one host. */
  connections: number;
  /** Maximum time to establish a connection. */
  connectMs: number;
  /** Proxy for all requests. */
  proxy?: HttpProxy;
  /** File with certificates (PEM) of authorities to trust in addition to the usual ones. */
  caBundle?: string;
  /** Whether a host may be reached at an address that is not public. */
  mayBePrivate: (host: string) => boolean;
}>;

export type HttpClient = Readonly<{
  /**
   * Sends one GET request. Redirects are returned, not followed.
   * @throws FetchError, and the reason of the signal
   */
  get: <Kept>(url: URL, ask: HttpAsk<Kept>) => Promise<Fetched<Kept>>;
  close: () => Promise<void>;
}>;

export type HttpAsk<Kept> = Readonly<{
  headers: Readonly<Record<string, string>>;
  bounds: Bounds;
  /** Consumes a long body as it arrives. Reading it throws FetchError if it ends early or becomes too long. */
  keep: (chunks: AsyncIterable<Buffer>) => Promise<Kept>;
  signal: AbortSignal;
}>;

const HEADERS_MAX_BYTES = 64 * 1024;

/** @throws OffprintError `usage` if the certificate file cannot be used */
export function openClient(options: ClientOptions): HttpClient {
  const dispatcher = dispatcherFor(options);
  return {
    get: async (url, ask) => {
      refusePrivate(url, options);
      const { bounds, signal } = ask;
      const timeout = startResponseTimeout(bounds);
      try {
        const answer = await dispatcher.request({
          ...addressed(url, ask.headers, options.proxy),
          method: 'GET',
          signal: AbortSignal.any([signal, timeout.signal]),
          headersTimeout: bounds.silenceMs,
          bodyTimeout: bounds.silenceMs,
        });
        if (answer.statusCode === 407 && options.proxy)
          throw new FetchError('connection', refusal(options.proxy, '407'));
        return await read(answer, ask, timeout);
      } catch (error) {
        signal.throwIfAborted();
        throw asFetchError(error, url, bounds, timeout);
      } finally {
        timeout.stop();
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** For http, a proxy gets the absolute URL (RFC 9112 §3.2.2); for https, it opens a tunnel. */
function addressed(url: URL, given: Readonly<Record<string, string>>, proxy: HttpProxy | undefined) {
  const headers = { 'accept-encoding': ACCEPT_ENCODING, ...given };
  if (!proxy || url.protocol === 'https:')
    return { origin: url.origin, path: url.pathname + url.search, headers };
  const { authorization } = proxy;
  const own = {
    host: url.host,
    ...(authorization !== undefined && { 'proxy-authorization': authorization }),
  };
  return { origin: proxy.url.origin, path: url.href.replace(/#.*$/s, ''), headers: { ...headers, ...own } };
}

/** Reads the headers, and the whole body if it is short enough. */
async function read<Kept>(
  answer: Dispatcher.ResponseData,
  { bounds, keep }: HttpAsk<Kept>,
  timeout: ResponseTimeout,
): Promise<Fetched<Kept>> {
  answer.body.on('error', () => {}); // whoever reads the body gets the error, but there may be no reader
  const headers = joined(answer.headers);
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  const maxBytes = bounds.maxBytes(contentType);
  const fetched = {
    status: answer.statusCode,
    contentType,
    location: headers.location,
    validator: validatorFrom(headers, Date.now()),
    headers,
  };
  if (answer.statusCode !== 200) {
    // The body is not needed, but the connection can only be reused once it has been read.
    await answer.body.dump({ limit: UNREAD_MAX_BYTES }).catch(() => {});
    return { ...fetched, body: Buffer.alloc(0) };
  }
  const encoding = headers['content-encoding'];
  if (!encoding && Number(headers['content-length'] ?? 0) > maxBytes) {
    answer.body.destroy();
    throw tooLarge(maxBytes);
  }
  const chunks = checked(decoded(arriving(answer, timeout), encoding), maxBytes);
  const held: Buffer[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) return { ...fetched, body: Buffer.concat(held, length) };
    held.push(value);
    length += value.length;
    if (length > bounds.bufferBytes(contentType)) break;
  }
  return { ...fetched, body: await keep(resumed(held, chunks)) };
}

const UNREAD_MAX_BYTES = 128 * 1024;

async function* resumed(held: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* held.splice(0);
  yield* rest;
}

/** Yields the body as it arrives. Leaving the loop early ends the transfer. */
async function* arriving(
  { body }: Dispatcher.ResponseData,
  timeout: ResponseTimeout,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timeout.arrived(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (timeout.isOver() || TIMEOUTS.has(systemCode(error) ?? '')) throw error;
    throw new FetchError('truncated', 'The response ended early');
  } finally {
    body.destroy();
  }
}

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED', 'ABORT_ERR']);

async function* checked(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('too large', `The response is longer than ${maxBytes} bytes`);
}

function dispatcherFor(options: ClientOptions): Dispatcher {
  const { connections, proxy } = options;
  const common = { connections, pipelining: 1, maxHeaderSize: HEADERS_MAX_BYTES };
  const own = options.caBundle === undefined ? [] : readCertificates(options.caBundle, 'caBundle');
  const { connectMs } = options;
  const isProxy = ({ hostname, port }: { hostname: string; port: string }): boolean =>
    proxy?.url.hostname === hostname && proxy.url.port === port;
  const direct = proxy ? {} : { lookup: guardedLookup(options) };
  const plain = buildConnector({ timeout: connectMs, ...direct });
  let secure: buildConnector.connector | undefined;
  let through: buildConnector.connector | undefined;
  // Reading all certificates takes longer than a small export, so it is done only when needed.
  const connect: buildConnector.connector = (target, callback) => {
    if (target.protocol !== 'https:') return plain(target, callback);
    if (proxy && !isProxy(target)) {
      through ??= tunnel(proxy, { connectMs, secureContext: secureContextWith(own) });
      return through(target, callback);
    }
    secure ??= buildConnector({ timeout: connectMs, ...direct, secureContext: secureContextWith(own) });
    return secure(target, callback);
  };
  return new Agent({ ...common, connect });
}

/** Trusts the authorities that Node and this computer trust, and the operator's own. */
function secureContextWith(own: readonly string[]): tls.SecureContext {
  const usual = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
  return tls.createSecureContext({ ca: [...usual, ...own] });
}

/** Refuses names that resolve to private addresses. Checked when connecting, so no later DNS response can differ. */
function guardedLookup({ mayBePrivate }: ClientOptions): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const found = addresses.find(({ address }) => isPrivateAddress(address));
      if (found && !mayBePrivate(hostname)) return callback(privateAddress(hostname, found.address), '');
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

function refusePrivate(url: URL, { mayBePrivate, proxy }: ClientOptions): void {
  if (proxy) return; // the proxy resolves the name
  const address = literalAddress(url.hostname);
  if (address !== undefined && isPrivateAddress(address) && !mayBePrivate(url.hostname)) {
    throw privateAddress(url.hostname, address);
  }
}

function privateAddress(host: string, address: string): FetchError {
  return new FetchError(
    'refused address',
    `${host} resolves to the private address ${address}. If that is intended, add ${host} to assetHosts`,
  );
}

function asFetchError(
  error: unknown,
  url: URL,
  { silenceMs, totalMs }: Bounds,
  timeout: ResponseTimeout,
): FetchError {
  if (error instanceof FetchError) return error;
  if (timeout.isOver()) {
    return new FetchError('too slow', `The response did not arrive within ${totalMs} ms`);
  }
  const cause = error instanceof Error && error.cause instanceof FetchError ? error.cause : undefined;
  if (cause) return cause;
  const code = systemCode(error) ?? '';
  const text = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new FetchError('timeout', `${url.host} did not respond`);
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new FetchError('timeout', `The origin sent nothing for ${silenceMs} ms`);
    case 'ENOTFOUND':
      return new FetchError('connection', `There is no host named ${url.hostname}. Check the address`);
    // No name server responds, as on an isolated network.
    case 'EAI_AGAIN':
      return new FetchError(
        'connection',
        `The host name ${url.hostname} could not be looked up. Check the address and the network`,
      );
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return new FetchError(
        'connection',
        `This computer has no network connection to ${url.host}. Check the address and the network`,
      );
    case 'ECONNREFUSED':
      return new FetchError(
        'connection',
        `Nothing is listening at ${url.host}. Start the site's server, or correct the address`,
      );
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return new FetchError('truncated', 'The length of the response does not match its headers');
  }
  return tlsError(code, url, text) ?? new FetchError('connection', `No response from ${url.host}: ${text}`);
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    plain[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
  }
  return plain;
}
