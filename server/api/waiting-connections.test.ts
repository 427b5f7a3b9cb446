import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { boundWaitingConnections } from './waiting-connections.ts';

const MAX = 5;
const open: { destroy: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});

/** A server whose `/stream` never ends, bounded to five waiting connections of one address. */
async function startBounded(): Promise<number> {
  const server = http.createServer((request, response) => {
    response.writeHead(200);
    response.write('begun ');
    if (request.url !== '/stream') request.resume().on('end', () => response.end('done'));
  });
  boundWaitingConnections(server, MAX);
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  open.push({ destroy: () => server.close().closeAllConnections() });
  return (server.address() as AddressInfo).port;
}

/** A connection from an address of this machine. `said` is what came back; `closed` resolves when it has ended. */
async function connect(
  port: number,
  from: string,
  sends = '',
): Promise<{ said: () => string; closed: Promise<void>; isOpen: () => boolean }> {
  let text = '';
  let isOpen = true;
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  open.push(socket);
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isOpen = false;
      resolve();
    }),
  );
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (sends) socket.write(sends);
  return { said: () => text, closed, isOpen: () => isOpen };
}

const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const HALF = 'GET / HTTP/1.1\r\nHost: x';

describe('connections of one address that wait for a request', () => {
  it.each([
    ['that were opened and say nothing', ''],
    ['in the middle of their headers', HALF],
    ['in the middle of a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'],
    ['that are idle after an answer', GET('/')],
  ])('%s are bounded: the one that has waited longest is closed, the newest is served', async (_, sends) => {
    const port = await startBounded();
    const first = await connect(port, '127.0.0.2', sends);
    const crowd = [first];
    for (let index = 1; index < MAX; index++) crowd.push(await connect(port, '127.0.0.2', sends));
    if (sends === GET('/')) for (const one of crowd) await expect.poll(one.said).toContain('done');
    expect(crowd.every(({ isOpen }) => isOpen())).toBe(true);
    const further = await connect(port, '127.0.0.2', GET('/'));
    await first.closed;
    await expect.poll(further.said).toContain('done');
  });

  it('are counted by address, and those that are being answered are not', async () => {
    const port = await startBounded();
    const other = await connect(port, '127.0.0.3', HALF);
    const streams = [];
    for (let index = 0; index < 2 * MAX; index++)
      streams.push(await connect(port, '127.0.0.2', GET('/stream')));
    for (const stream of streams) await expect.poll(stream.said).toContain('begun');
    for (let index = 0; index < 3 * MAX; index++) await connect(port, '127.0.0.2', HALF);
    await expect.poll((await connect(port, '127.0.0.2', GET('/'))).said).toContain('done');
    expect(streams.every(({ isOpen }) => isOpen())).toBe(true);
    expect(other.isOpen()).toBe(true);
  });
});
