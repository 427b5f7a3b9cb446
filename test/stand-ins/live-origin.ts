import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { atTestEnd } from './cleanup.ts';
import { page } from './fixture-site.ts';

/** Content at a path: a page or file, a full response, or a request handler. */
export type Place =
  | string
  | Buffer
  | Readonly<{
      status?: number;
      headers?: http.OutgoingHttpHeaders;
      body?: string | Buffer;
    }>
  | http.RequestListener;

/** Places by path with query, without the host. A function may generate places. */
export type Places = Readonly<Record<string, Place>> | ((url: string) => Place | undefined);

export type LiveOrigin = Readonly<{
  /** `http://127.0.0.1:port` */
  address: string;
  host: string;
  port: number;
  /** `GET /path?query`, in order of arrival. */
  requests: readonly string[];
  /** The headers of the last request of each URL. */
  headers: ReadonlyMap<string, http.IncomingHttpHeaders>;
  /** Number of requests for a URL. */
  countOf: (url: string) => number;
  /** Replaces the places from now on. */
  serve: (places: Places) => void;
  close: () => Promise<void>;
}>;

/**
 * Starts a site on loopback (on 127.0.0.1 by default). Unknown paths get a 404 with a page as its body, as on real
 * hosts.
 */
export async function startOrigin(
  places: Places,
  options: Readonly<{ tls?: https.ServerOptions; port?: number; host?: string }> = {},
): Promise<LiveOrigin> {
  let current = places;
  const requests: string[] = [];
  const headers = new Map<string, http.IncomingHttpHeaders>();
  const listener: http.RequestListener = (request, response) => {
    const url = request.url ?? '';
    requests.push(`${request.method} ${url}`);
    headers.set(url, request.headers);
    answer(placeOf(current, url), request, response);
  };
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener);
  server.on('tlsClientError', () => {});
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin: LiveOrigin = {
    address: `${options.tls ? 'https' : 'http'}://${host}:${port}`,
    host: `${host}:${port}`,
    port,
    requests,
    headers,
    countOf: (url) => requests.filter((request) => request === `GET ${url}`).length,
    serve: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  atTestEnd(origin.close);
  return origin;
}

function placeOf(places: Places, url: string): Place | undefined {
  return typeof places === 'function' ? places(url) : places[url];
}

function answer(
  place: Place | undefined,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  if (typeof place === 'function') {
    place(request, response);
    return;
  }
  const whole =
    place === undefined
      ? { status: 404, body: page('Not found', '<a href="/from-the-404">never follow</a>') }
      : typeof place === 'string' || Buffer.isBuffer(place)
        ? { body: place }
        : place;
  const { status = 200, body = '' } = whole;
  const given = 'headers' in whole ? whole.headers : {};
  const type = typeOf(request.url ?? '', body);
  response
    .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...given })
    .end(body);
}

function typeOf(url: string, body: string | Buffer): string {
  const path = url.replace(/\?.*$/s, '');
  if (path.endsWith('.css')) return 'text/css';
  if (path.endsWith('.js')) return 'text/javascript';
  if (path.endsWith('.png')) return 'image/png';
  if (path.endsWith('.xml')) return 'application/xml';
  if (path.endsWith('.txt')) return 'text/plain';
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'text/html; charset=utf-8';
}

/** A redirect. */
export function redirect(location: string, status = 302): Place {
  return { status, headers: { location } };
}

/** A sitemap of these addresses. */
export function sitemap(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}
