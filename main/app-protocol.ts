import { INTERFACE_HEADERS } from '../server/api/browser/headers.ts';
import type { InterfaceFiles } from '../server/api/browser/interface-files.ts';
import { ownUrl, SCHEME } from './origin.ts';

/** Forwards a request from the interface to the server. @param path server path, with its query */
export type Forward = (path: string, request: Request) => Promise<Response>;

/** Privileges of the `app:` scheme, registered once before the app is ready. No service workers and no CSP bypass. */
export const SCHEME_PRIVILEGES = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

const API = '/api';
/** Request destinations that would render an API response, such as a report, with the rights of the interface. */
const PAGES = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Serves `app://bundle/…`: the files of the interface, listed once at startup, and the API below `/api`. Every response,
 * errors included, has the security headers of the interface.
 */
export function appProtocol(
  files: InterfaceFiles,
  forward: Forward,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = ownUrl(request.url);
    if (!url) return refusal(404, 'Not found');
    if (url.pathname.startsWith(`${API}/`)) {
      if (PAGES.has(request.headers.get('sec-fetch-dest') ?? ''))
        return refusal(403, 'API addresses cannot be opened as pages.');
      return withHeaders(await forward(url.pathname.slice(API.length) + url.search, request));
    }
    const file = files.get(url.pathname);
    if (!file) return refusal(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Use GET or HEAD.');
    return withHeaders(
      new Response(request.method === 'HEAD' ? null : new Uint8Array(file.bytes), {
        headers: {
          'content-type': file.type,
          'cache-control': file.isHashed ? 'max-age=31536000, immutable' : 'no-cache',
        },
      }),
    );
  };
}

function refusal(status: number, text: string): Response {
  return withHeaders(
    new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  );
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(INTERFACE_HEADERS)) response.headers.set(name, value);
  return response;
}
