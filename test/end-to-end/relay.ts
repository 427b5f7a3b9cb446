import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A request passing through the relay. */
export type Passing = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  /** First byte of the requested range; 0 without a range. */
  from: number;
  /** Number of earlier requests with the same method and path. */
  earlier: number;
}>;

/** Fault for a request; nothing by default. */
export type Incident = Readonly<{
  /** Response of the relay itself; the server never sees the request. */
  answer?: Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: string }>;
  /** Delays the request until this resolves. */
  until?: Promise<unknown>;
  /** Ends the connection after that many bytes of the body. */
  cutAfter?: number;
  /** Changes the last byte of the body. */
  spoil?: boolean;
}>;

export type Relay = Readonly<{
  url: string;
  seen: readonly Passing[];
  /** Sets the faults from now on and clears the recorded requests. */
  happens: (incident: (request: Passing) => Incident | undefined) => void;
}>;

/** A server between a script and Offprint that can simulate faults of real networks. */
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
          // Bytes sent before must arrive: end the connection only after them.
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
