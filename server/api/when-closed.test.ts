import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { closeWhenUnauthorized } from './stream-revocation.ts';
import { whenClosed } from './when-closed.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a response whose client disconnected before anything was sent. */
async function leftAlone(): Promise<http.ServerResponse> {
  const { promise, resolve } = Promise.withResolvers<http.ServerResponse>();
  const server = http.createServer((_request, response) => {
    response.once('close', () => resolve(response));
    client.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = http.get({ port: (server.address() as AddressInfo).port }).on('error', () => {});
  try {
    return await promise;
  } finally {
    server.close();
  }
}

it('what is to be done at the end of an answer is done although its client has gone before', async () => {
  const action = vi.fn();
  whenClosed(await leftAlone(), action);
  expect(action).toHaveBeenCalledOnce();
});

it('a stream whose client has gone before is not asked about any more', async () => {
  const response = await leftAlone();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const mayGoOn = vi.fn(() => true);
  closeWhenUnauthorized(response, mayGoOn);
  vi.advanceTimersByTime(10_000);
  expect(mayGoOn).not.toHaveBeenCalled();
});
