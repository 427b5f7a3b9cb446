import type http from 'node:http';
import type { HostState } from './host-state.ts';
import type { Release } from './release.ts';
import { sendSentence, serveRelease } from './serve.ts';

/**
 * Handles a request to a host: responds with its state, with a page of the served version, or with why nothing is
 * served.
 */
export function handleRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  state: () => HostState,
  served: Release | null,
): void {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    sendSentence(response, 405, 'Use GET or HEAD to read pages.', { allow: 'GET, HEAD' });
    return;
  }
  const [pathname] = url.split('?', 1);
  if (pathname === '/healthz' || pathname === '/readyz') {
    const status = pathname === '/healthz' || served ? 200 : 503;
    const body = `${JSON.stringify(state())}\n`;
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(body),
      })
      .end(method === 'HEAD' ? undefined : body);
    return;
  }
  if (served) {
    serveRelease(served, request, response);
    return;
  }
  const sentences = {
    disabled: 'This site is turned off: staticExport.enabled is false.',
    starting: 'This site is being prepared. Try again in a moment.',
    failed: 'There is no version of this site to show yet. See /healthz for the reason.',
    serving: '',
  } as const;
  sendSentence(response, 503, sentences[state().state], { 'retry-after': '30' });
}
