import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { systemCode } from '../../errors.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';
import type { ModelServer } from './server.ts';

export type ResponseHead = Readonly<{ status: number; headers: http.IncomingHttpHeaders }>;

/** Callbacks for a response. */
export type Receiver = Readonly<{
  head: (head: ResponseHead) => void;
  chunk: (bytes: Buffer) => void;
}>;

/** `cut` means that the connection closed in the middle of the body. */
export type Ended = 'whole' | 'cut';

/**
 * Sends one HTTP request to a model server over its own connection, with custom timeouts: `fetch` gives up after 300 s
 * without response headers, and a server that reads a long prompt may send none for longer (research/agent.md 3.2).
 * Ignores redirects and proxy environment variables, so it connects only to the configured host.
 * @throws ModelError for connection errors and timeouts; the signal's reason if it was aborted
 */
export function exchange(
  server: ModelServer,
  request: Readonly<{ method: 'GET' | 'POST'; url: URL; body?: string; accept: string }>,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const secure = request.url.protocol === 'https:';
    const headers: http.OutgoingHttpHeaders = { accept: request.accept, connection: 'close' };
    if (request.body !== undefined) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(request.body);
    }
    if (server.apiKey !== null) headers.authorization = `Bearer ${server.apiKey}`;
    const outgoing = (secure ? https : http).request(request.url, {
      method: request.method,
      headers,
      agent: false,
      ...(secure && server.caBundle !== null && { ca: [...tls.rootCertificates, server.caBundle] }),
    });

    let settled = false;
    let received: http.IncomingMessage | undefined;
    const timers = new Map<string, NodeJS.Timeout>();
    const finish = (outcome: () => void): void => {
      if (settled) return;
      settled = true;
      for (const timer of timers.values()) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      outcome();
      outgoing.destroy();
    };
    const fail = (error: unknown): void => finish(() => reject(error));
    const onAbort = (): void => fail(signal.reason);
    const limit = (name: keyof typeof EXPIRED, ms: number): void => {
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => fail(expired(name, ms, server)), ms),
      );
    };

    signal.addEventListener('abort', onAbort, { once: true });
    limit('total', server.timers.totalMs);
    limit('connect', server.timers.connectMs);
    outgoing.on('socket', (socket) => {
      // Routers drop connections that are idle for minutes.
      socket.setKeepAlive(true, 30_000);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timers.get('connect'));
        limit('firstByte', server.timers.firstByteMs);
      });
    });
    outgoing.on('error', (error) => {
      // If the connection breaks during the response, the handlers below report it.
      if (!received) fail(connectionFault(error, request.url));
    });
    outgoing.on('response', (response) => {
      received = response;
      const attempt = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          fail(error);
        }
      };
      attempt(() => receiver.head({ status: response.statusCode ?? 0, headers: response.headers }));
      response.on('data', (bytes: Buffer) => {
        if (settled) return;
        // Some servers send the headers at once and think afterwards, so wait for the first byte of the body.
        clearTimeout(timers.get('firstByte'));
        limit('idle', server.timers.idleMs);
        attempt(() => receiver.chunk(bytes));
      });
      response.on('end', () => finish(() => resolve('whole')));
      response.on('error', () => finish(() => resolve('cut')));
      response.on('close', () => finish(() => resolve('cut')));
    });
    outgoing.end(request.body);
  });
}

/** Builds a URL below `baseUrl` (`v1`), or below `baseUrl` without `/v1` (`root`), as llama.cpp and Ollama need. */
export function urlOf(server: ModelServer, path: string, from: 'v1' | 'root' = 'v1'): URL {
  const base = server.baseUrl.replace(/\/+$/, '');
  return new URL(`${from === 'v1' ? base : base.replace(/\/v1$/, '')}${path}`);
}

const EXPIRED = {
  connect: ['unreachable', 'did not accept a connection'],
  firstByte: ['first-byte-timeout', 'did not start responding'],
  idle: ['idle-timeout', 'did not send the next part of its response'],
  total: ['total-timeout', 'did not finish its response'],
} as const satisfies Record<string, readonly [ModelErrorKind, string]>;

function expired(name: keyof typeof EXPIRED, ms: number, server: ModelServer): ModelError {
  const [kind, what] = EXPIRED[name];
  const host = new URL(server.baseUrl).host;
  return new ModelError(
    kind,
    `The model server ${host} ${what} within ${duration(ms)}. Check whether it is busy or stuck.${name === 'connect' ? '' : " You can raise the time limit in the model server's settings."}`,
  );
}

function duration(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} minutes`;
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.round(ms / 1000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

function connectionFault(error: Error, url: URL): ModelError {
  const code = systemCode(error) ?? '';
  if (/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME|SSL/.test(code)) {
    return new ModelError(
      'certificate',
      `The model server ${url.host} has a certificate that is not trusted (${code}). Add your certificate authority's certificate under CA certificates in the model server's settings, and use a host name that the server's certificate covers.`,
      { cause: error },
    );
  }
  const why =
    code === 'ECONNREFUSED'
      ? 'nothing is listening there'
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? 'its host name cannot be resolved'
        : code === 'EPROTO'
          ? 'it does not use TLS, or its TLS version is not supported'
          : code || error.message;
  return new ModelError(
    'unreachable',
    `The model server ${url.host} cannot be reached: ${why}. Start it, or correct its address in the settings.`,
    { cause: error },
  );
}
