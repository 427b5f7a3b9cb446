import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClientOptions, type HttpAsk, openClient } from './client.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const ask: HttpAsk<string> = {
  headers: {},
  bounds: { silenceMs: 2000, totalMs: 5000, bufferBytes: () => 1000, maxBytes: () => 5000 },
  keep: async (chunks) => {
    let text = '';
    for await (const chunk of chunks) text += chunk.toString();
    return text;
  },
  signal: new AbortController().signal,
};

function client(options: Partial<ClientOptions> = {}) {
  const opened = openClient({ connections: 2, connectMs: 2000, mayBePrivate: () => true, ...options });
  closers.push(() => opened.close());
  return opened;
}

describe('the client', () => {
  it('hands over short bodies as a whole and long ones as they arrive', async () => {
    const port = await listening(
      http.createServer((request, response) => response.end('x'.repeat(Number(request.url?.slice(1))))),
    );
    const { get } = client();
    expect(await get(new URL(`http://127.0.0.1:${port}/10`), ask)).toMatchObject({
      status: 200,
      body: Buffer.from('x'.repeat(10)),
    });
    expect(await get(new URL(`http://127.0.0.1:${port}/3000`), ask)).toMatchObject({
      body: 'x'.repeat(3000),
    });
    await expect(get(new URL(`http://127.0.0.1:${port}/6000`), ask)).rejects.toMatchObject({
      reason: 'too large',
    });
  });

  it('uses a connection again, also after answers that nobody reads', async () => {
    let connections = 0;
    const server = http.createServer((request, response) => {
      response.writeHead(request.url === '/gone' ? 404 : 200).end('x'.repeat(300));
    });
    server.on('connection', () => connections++);
    const port = await listening(server);
    const { get } = client({ connections: 1 });
    for (const path of ['/a', '/gone', '/b', '/gone', '/c'])
      await get(new URL(`http://127.0.0.1:${port}${path}`), ask);
    expect(connections).toBe(1);
  });

  it('connects to no private address unless it may, whatever the name', async () => {
    let connections = 0;
    const server = http.createServer((_request, response) => response.end('secret'));
    server.on('connection', () => connections++);
    const port = await listening(server);
    const { get } = client({ mayBePrivate: (host) => host === 'allowed.localhost' });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0177.0.0.1', '2130706433']) {
      await expect(get(new URL(`http://${host}:${port}/`), ask)).rejects.toMatchObject({
        reason: 'refused address',
      });
    }
    expect(connections).toBe(0);
  });

  it('lets go of a proxy that hangs up', async () => {
    let connections = 0;
    const port = await listening(
      net.createServer((socket) => {
        connections++;
        socket.once('data', () => socket.end());
        socket.on('error', () => {});
      }),
    );
    const { get } = client({ proxy: { url: new URL(`http://127.0.0.1:${port}`), authorization: undefined } });
    await expect(get(new URL('https://docs.example.com/'), ask)).rejects.toMatchObject({
      reason: 'connection',
    });
    expect(connections).toBeLessThan(3);
  });

  it.each([
    [407, 'asks for a user name and password (407)'],
    [403, 'could not connect to the site (403)'],
  ])('says what a proxy says that answers %i', async (status, says) => {
    const proxy = http.createServer((_request, response) => response.writeHead(status).end());
    proxy.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    const port = await listening(proxy);
    const { get } = client({ proxy: { url: new URL(`http://127.0.0.1:${port}`), authorization: undefined } });
    await expect(get(new URL('https://docs.example.com/'), ask)).rejects.toThrow(says);
  });

  it('gives up on a site that says nothing through a proxy', async () => {
    const proxy = http.createServer();
    proxy.on('connect', (_request, socket) => socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n'));
    const port = await listening(proxy);
    const { get } = client({
      connectMs: 100,
      proxy: { url: new URL(`http://127.0.0.1:${port}`), authorization: undefined },
    });
    await expect(get(new URL('https://docs.example.com/'), ask)).rejects.toThrow(
      `docs.example.com:443 did not respond through the proxy 127.0.0.1:${port}`,
    );
  });

  it('ends with its signal, and leaves nothing behind', async () => {
    const port = await listening(http.createServer(() => {}));
    const controller = new AbortController();
    const waiting = client().get(new URL(`http://127.0.0.1:${port}/`), { ...ask, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(waiting).rejects.toThrow('enough');
  });
});
