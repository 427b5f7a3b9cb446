import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  admitConnection,
  limitUnreadAnswers,
  limitWaitingConnections,
  networkOf,
} from './connection-limits.ts';

const MAX = 5;
const ALL_MAX = 12;
/** More than the system buffers for a client that does not read. */
const LONG = Buffer.alloc(32 * 2 ** 20);
const open: { destroy: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});

/** Starts a server: `/stream` admits the connection and never ends, `/long` does not admit it. */
async function startBounded(): Promise<number> {
  const server = http.createServer((request, response) => {
    response.writeHead(200);
    response.write('begun ');
    if (request.url === '/long') response.end(LONG);
    else if (request.url === '/stream') admitConnection(request);
    else request.resume().on('end', () => response.end('done'));
  });
  limitWaitingConnections(server, MAX, ALL_MAX);
  await new Promise<void>((resolve) => server.listen({ host: '::', port: 0 }, resolve));
  open.push({ destroy: () => server.close().closeAllConnections() });
  return (server.address() as AddressInfo).port;
}

/**
 * Connects from an address of this machine. `said` returns what was received; `closed` resolves when the connection
 * ends.
 */
async function connect(
  port: number,
  from: string,
  sends = '',
  reads = true,
): Promise<{ said: () => string; closed: Promise<void>; isOpen: () => boolean; resume: () => void }> {
  let text = '';
  let isOpen = true;
  const socket = net.connect({ port, host: from.includes(':') ? '::1' : '127.0.0.1', localAddress: from });
  open.push(socket);
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => {});
  if (!reads) socket.pause();
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isOpen = false;
      resolve();
    }),
  );
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (sends) socket.write(sends);
  return { said: () => text, closed, isOpen: () => isOpen, resume: () => socket.resume() };
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

  it('are counted by address, and those of callers who were let in are not while they are answered', async () => {
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

  it('count while they are answered to callers who were not let in, and do not read', async () => {
    const port = await startBounded();
    const first = await connect(port, '127.0.0.2', GET('/long'), false);
    for (let index = 1; index <= MAX; index++) await connect(port, '127.0.0.2', GET('/long'), false);
    const further = await connect(port, '127.0.0.2', GET('/'));
    await expect.poll(further.said).toContain('done');
    first.resume();
    await first.closed;
  });

  it('of many addresses are bounded together: the address that has most gives way', async () => {
    const port = await startBounded();
    const other = await connect(port, '127.0.0.100', HALF);
    const crowd: { isOpen: () => boolean }[] = [];
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']) {
      for (let index = 0; index < MAX - 1; index++) crowd.push(await connect(port, address, HALF));
    }
    await expect.poll(() => crowd.filter(({ isOpen }) => isOpen()).length).toBe(ALL_MAX - 1);
    await expect.poll((await connect(port, '127.0.0.101', GET('/'))).said).toContain('done');
    expect(other.isOpen()).toBe(true);
  });

  it('come from one address when they come from one network of IPv6', () => {
    const network = networkOf;
    expect(network('2001:db8:1:2:3:4:5:6')).toBe(network('2001:db8:1:2::9'));
    expect(network('2001:db8:1:2::9')).not.toBe(network('2001:db8:1:3::9'));
    expect(network('2001:db8::1:2:3:4:5')).toBe(network('2001:db8:0:1::'));
    expect(network('fe80::1%eth0')).toBe(network('fe80::2%eth0'));
    expect(network('::1')).not.toBe(network('::ffff:127.0.0.1'));
    expect(network('::ffff:127.0.0.1')).toBe(network('127.0.0.1'));
    expect(network('::ffff:127.0.0.1')).not.toBe(network('::ffff:127.0.0.2'));
  });
});

it('an answer of which nothing is taken is ended', async () => {
  const server = http.createServer((_request, response) => response.end(LONG));
  limitUnreadAnswers(server, 200);
  await new Promise<void>((resolve) => server.listen({ host: '::', port: 0 }, resolve));
  open.push({ destroy: () => server.close().closeAllConnections() });
  const reader = await connect((server.address() as AddressInfo).port, '127.0.0.2', GET('/'), false);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  reader.resume();
  await reader.closed;
  expect(reader.said().length).toBeLessThan(LONG.length);
});

it('so is one whose client sends line ends meanwhile', async () => {
  const server = http.createServer((_request, response) => response.end(LONG));
  limitUnreadAnswers(server, 500);
  await new Promise<void>((resolve) => server.listen({ host: '::', port: 0 }, resolve));
  open.push({ destroy: () => server.close().closeAllConnections() });
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {}).pause();
  socket.write(GET('/'));
  const lineEnds = setInterval(() => socket.write('\r\n'), 20);
  open.push({ destroy: () => clearInterval(lineEnds) });
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 14_000 }).toBe(0);
}, 20_000);
