import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { limitPipelining, limitUnreadAnswers, limitWaitingConnections } from '../connection-limits.ts';
import { OffprintError, systemCode } from '../errors.ts';
import { otherLoopbackAddress } from '../loopback.ts';
import { readPlainFile } from '../plain-file.ts';
import type { ServerSettings } from '../settings.ts';
import type { Listening } from './host-header.ts';
import { type Timing, usualTiming } from './timeouts.ts';

export type ListenerSettings = Pick<
  ServerSettings,
  | 'localApi'
  | 'host'
  | 'port'
  | 'tlsCertificate'
  | 'tlsKey'
  | 'allowPlainNetwork'
  | 'publicUrl'
  | 'allowedHosts'
>;

export type Listener = Readonly<{
  /** `http://127.0.0.1:4750` */
  url: string;
  listening: Listening;
  /** Stops accepting connections, gives open responses time to end, then closes them. */
  close: () => Promise<void>;
}>;

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const CONNECTIONS_MAX = 5_000;

/**
 * Requires that keys and bundles only cross a network over TLS, unless the operator allows otherwise.
 * @throws OffprintError `usage`
 */
export function requireGuardedNetwork({
  host,
  tlsCertificate,
  tlsKey,
  allowPlainNetwork,
}: Pick<ListenerSettings, 'host' | 'tlsCertificate' | 'tlsKey' | 'allowPlainNetwork'>): void {
  const isTls = tlsCertificate !== '' || tlsKey !== '';
  if (isLoopback(host) || host === 'localhost' || isTls || allowPlainNetwork) return;
  throw new OffprintError(
    'usage',
    `On ${host}, keys and bundles would cross the network unencrypted. Set tlsCertificate and tlsKey, or allow this with allowPlainNetwork.`,
  );
}

/**
 * Listens for API clients on TCP, on exactly the configured address, never a wider one.
 * @throws OffprintError `usage` if the port is taken, the address is not this machine's, the certificate cannot be
 *   read, or a network address would be served without TLS
 * @param interfaceName a name below `localhost` for browsers on this computer (browser/interface-name.ts)
 */
export async function listenOnNetwork(
  settings: Omit<ListenerSettings, 'localApi'>,
  handler: Handler,
  timing: Timing = usualTiming,
  interfaceName?: string,
): Promise<Listener> {
  const host = settings.host === 'localhost' ? '127.0.0.1' : settings.host;
  const isTls = settings.tlsCertificate !== '' || settings.tlsKey !== '';
  requireGuardedNetwork({ ...settings, host });
  const guarded = limitPipelining(handler);
  const server = isTls
    ? https.createServer({ ...certificate(settings), ...optionsOf(timing), minVersion: 'TLSv1.2' }, guarded)
    : http.createServer(optionsOf(timing), guarded);
  hardened(server);
  const listenOn = async (server: http.Server, host: string, port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', (error) => reject(listenFault(error, host, port)));
      server.listen({ host, port, exclusive: true }, resolve);
    });
  await listenOn(server, host, settings.port);
  const { port } = server.address() as AddressInfo;
  const servers = [server];
  const isForBrowsers = !isTls && interfaceName !== undefined && (host === '127.0.0.1' || host === '::1');
  const twin = isForBrowsers ? otherLoopbackAddress(host) : undefined;
  if (twin !== undefined) {
    const other = http.createServer(optionsOf(timing), guarded);
    hardened(other);
    await listenOn(other, twin, port).catch(async (error: unknown) => {
      await closed(server, timing);
      throw error;
    });
    servers.push(other);
  }
  const scheme = isTls ? 'https' : 'http';
  const hosts = ownNames(host, port, isTls);
  const interfaceHost = isForBrowsers ? authority(interfaceName, port, isTls) : undefined;
  if (interfaceHost !== undefined) hosts.add(interfaceHost);
  return {
    url: `${scheme}://${authority(isAny(host) ? firstAddress(host) : host, port, isTls)}`,
    listening: { isTls, port, hosts, interfaceHost },
    close: async () => {
      await Promise.all(servers.map((one) => closed(one, timing)));
    },
  };
}

/** Listens on a local path: a socket file or a named pipe. */
export async function listenOnSocket(
  path: string,
  handler: Handler,
  timing: Timing = usualTiming,
): Promise<Pick<Listener, 'close'>> {
  const server = http.createServer(optionsOf(timing), limitPipelining(handler));
  hardened(server);
  if (process.platform !== 'win32') fs.rmSync(path, { force: true }); // left behind by a process that was killed
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path }, resolve);
  });
  if (process.platform !== 'win32') fs.chmodSync(path, 0o600);
  return { close: () => closed(server, timing) };
}

function optionsOf({ headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs }: Timing): http.ServerOptions {
  return {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    requireHostHeader: false, // host-header.ts refuses it with a readable error
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs / 4),
  };
}

function hardened(server: http.Server | https.Server): void {
  server.maxConnections = CONNECTIONS_MAX;
  limitWaitingConnections(server);
  limitUnreadAnswers(server);
  const answers = new WeakMap<Duplex, http.ServerResponse>();
  server.on('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [status, sentence] = CLIENT_FAULTS[error.code ?? ''] ?? [
      '400 Bad Request',
      'This is not a valid HTTP request. Check it and send it again.',
    ];
    // During a response, an error response would be read as part of it.
    if (answers.get(socket)?.headersSent && !answers.get(socket)?.writableEnded) socket.destroy();
    else refuseRaw(socket, status, sentence);
  });
  server.on('connect', (_request, socket) =>
    refuseRaw(socket, '400 Bad Request', 'This server is not a proxy.'),
  );
  // Node emits this instead of 'request', which bypasses the limits above.
  server.on('checkExpectation', ({ socket }: http.IncomingMessage) => {
    if (answers.get(socket)?.headersSent && !answers.get(socket)?.writableEnded) socket.destroy();
    else
      refuseRaw(
        socket,
        '417 Expectation Failed',
        'The only Expect header this server accepts is 100-continue.',
      );
  });
}

const CLIENT_FAULTS: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are larger than 16 KiB. Send fewer or shorter headers.',
  ],
};

function refuseRaw(socket: Duplex, status: string, sentence: string): void {
  // Node removes its own error listener from a CONNECT socket.
  socket.on('error', () => {});
  if (!socket.writable || (socket as Socket).destroyed) return;
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

async function closed(server: http.Server, { closePatienceMs }: Timing): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), closePatienceMs);
  await done;
  clearTimeout(patience);
}

function certificate({ tlsCertificate, tlsKey }: Pick<ListenerSettings, 'tlsCertificate' | 'tlsKey'>): {
  cert: Buffer;
  key: Buffer;
} {
  if (tlsCertificate === '' || tlsKey === '') {
    throw new OffprintError(
      'usage',
      'TLS needs both a certificate and a key. Set tlsCertificate and tlsKey.',
    );
  }
  const pair = {
    cert: readPlainFile(tlsCertificate, 'The TLS certificate'),
    key: readPlainFile(tlsKey, 'The TLS key'),
  };
  try {
    createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new OffprintError(
      'usage',
      `${tlsCertificate} and ${tlsKey} are not a TLS certificate and its private key (${error instanceof Error ? error.message : error}). Use a certificate and its key, both as PEM files.`,
      error,
    );
  }
}

function listenFault(error: unknown, host: string, port: number): unknown {
  const sentence = {
    EADDRINUSE: `Port ${port} on ${host} is in use already, perhaps by another Offprint server. Stop that program, or choose another port with --port.`,
    EADDRNOTAVAIL: `${host} is not one of this computer's addresses. Choose another address with --host.`,
    ENOTFOUND: `${host} is not a valid address. Use one of this computer's addresses, for example --host 127.0.0.1.`,
    EACCES: `The user that Offprint runs as does not have permission to listen on port ${port}. Choose a port above 1023 with --port.`,
  }[systemCode(error) ?? ''];
  return sentence === undefined ? error : new OffprintError('usage', sentence, error);
}

/** Returns the Host headers that name this server. IP addresses are safe: DNS rebinding needs a name. */
function ownNames(host: string, port: number, isTls: boolean): Set<string> {
  const own = isLoopback(host)
    ? ['127.0.0.1', 'localhost', '::1', host]
    : isAny(host)
      ? ['127.0.0.1', 'localhost', '::1', ...addresses()]
      : [host];
  const names = own.flatMap((name) => [authority(name, port, isTls), `${bracketed(name)}:${port}`]);
  return new Set(names.map((name) => name.toLowerCase()));
}

function authority(host: string, port: number, isTls: boolean): string {
  return port === (isTls ? 443 : 80) ? bracketed(host) : `${bracketed(host)}:${port}`;
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function isLoopback(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host === 'localhost';
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function addresses(): string[] {
  return Object.values(os.networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

/** Returns the host for links if the server listens on all addresses and publicUrl is not set. */
function firstAddress(host: string): string {
  const outward = Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && (host === '::' || family === 'IPv4'));
  return outward?.address ?? '127.0.0.1';
}
