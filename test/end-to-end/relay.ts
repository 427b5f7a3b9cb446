import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A request on its way, as the relay sees it. */
export type Passing = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  /** First byte that is asked for; 0 where the request names none. */
  from: number;
  /** How many requests of this method and path came before. */
  earlier: number;
}>;

/** What becomes of it; nothing special when left out. */
export type Incident = Readonly<{
  /** Answers itself; the server never sees the request. */
  answer?: Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: string }>;
  /** Lets the request wait. */
  until?: Promise<unknown>;
  /** Ends the connection after so many bytes of the body. */
  cutAfter?: number;
  /** Turns the last byte of the body into another one. */
  spoil?: boolean;
}>;

export type Relay = Readonly<{
  url: string;
  seen: readonly Passing[];
  /** What happens from now on, and forgets what was seen. */
  happens: (incident: (request: Passing) => Incident | undefined) => void;
}>;

/** A server between a script and Offprint, where what happens on real networks can be made to happen. */
export async function openRelay(target: string): Promise<Relay> {
  let incidentOf: (request: Passing) => Incident | undefined = () => undefined;
  const seen: Passing[] = [];
  const { host, hostname, port } = new URL(target);

  const relayed = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', target);
    const method = request.method ?? '';
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const earlier = seen.filter((other) => other.method === method && other.path === path).length;
    const passing = { method, path, query, from, earlier };
    seen.push(passing);
    const { answer, until, cutAfter, spoil } = incidentOf(passing) ?? {};
    await until;
    if (answer) {
      request.resume();
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
      return;
    }
    const onward = http.request({
      host: hostname,
      port,
      method,
      path: request.url,
      headers: { ...request.headers, host },
    });
    onward.on('error', () => response.destroy());
    onward.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      response.flushHeaders();
      let left = cutAfter ?? Number.POSITIVE_INFINITY;
      let toCome = Number(incoming.headers['content-length'] ?? 0);
      incoming.on('data', (chunk: Buffer) => {
        toCome -= chunk.length;
        if (spoil && toCome === 0) chunk[chunk.length - 1] = (chunk.at(-1) ?? 0) ^ 1;
        if (chunk.length >= left) {
          // What was sent before has to arrive: the end comes after it.
          response.write(chunk.subarray(0, left), () => response.socket?.end());
          incoming.destroy();
        } else {
          left -= chunk.length;
          response.write(chunk);
        }
      });
      incoming.on('end', () => response.end());
      incoming.on('error', () => {});
    });
    request.pipe(onward);
  };

  const server = http.createServer((request, response) => {
    relayed(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    happens: (incident) => {
      incidentOf = incident;
      seen.length = 0;
    },
  };
}
