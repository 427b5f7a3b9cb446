import { INTERFACE_HEADERS } from '../server/api/browser/headers.ts';
import type { InterfaceFiles } from '../server/api/browser/interface-files.ts';
import { ownUrl, SCHEME } from './origin.ts';

/** Carries a call of the interface to the server. @param path with its query, as the server knows it */
export type Forward = (path: string, request: Request) => Promise<Response>;

/** What the scheme may do; registered once, before the app is ready. No service workers, no way past the policy. */
export const SCHEME_PRIVILEGES = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

const API = '/api';
/** Documents of the API (a report) would run with the rights of the interface: they are data here, never a page. */
const PAGES = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Answers `app://bundle/…`: the files of the interface, by a list made at the start, and below `/api` the API. Every
 * answer carries the headers of the interface, errors too.
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
