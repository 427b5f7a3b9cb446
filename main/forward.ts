import http from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Descriptor } from '../server/private-socket.ts';
import type { Forward } from './app-protocol.ts';

/** Request headers that are forwarded to the server. Credentials are not among them; they are added here. */
const ASKED = ['accept', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'range'];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
/** Response headers that are dropped: hop-by-hop ones (RFC 9110 §7.6.1) and those that affect browser storage. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'set-cookie',
]);

/**
 * Calls the server over its private socket with the secret of this launch, which no page ever sees. Responses are
 * streamed; the request is aborted if the page stops reading. @param transport resolves once the server responds
 */
export function forwardTo(transport: () => Promise<Descriptor>): Forward {
  return async (path, request) => {
    if (!METHODS.has(request.method)) return fault(405, 'The API does not support this method.');
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    try {
      const { socket, secret } = await transport();
      return toResponse(
        await ask(
          socket,
          path,
          request.method,
          { ...headersOf(request), authorization: `Bearer ${secret}` },
          body,
        ),
        request.method,
      );
    } catch (error) {
      return fault(503, `Offprint is not responding: ${error instanceof Error ? error.message : error}`);
    }
  };
}

function headersOf(request: Request): Record<string, string> {
  const headers: Record<string, string> = { host: 'offprint' };
  for (const name of ASKED) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

function ask(
  socketPath: string,
  path: string,
  method: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': String(body.length) };
    http
      .request({ socketPath, path, method, headers: { ...headers, ...length } }, resolve)
      .on('error', reject)
      .end(body);
  });
}

function toResponse(answer: http.IncomingMessage, method: string): Response {
  const { statusCode = 502 } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !DROPPED.has(name)) headers.set(name, String(value));
  }
  const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304;
  if (isEmpty) answer.resume();
  // Cancelling the stream destroys the response and its connection, so the server notices that nobody is reading.
  const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body as BodyInit | null, { status: statusCode, headers });
}

function fault(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
