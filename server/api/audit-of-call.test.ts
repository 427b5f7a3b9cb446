import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import { createApi } from './api.ts';
import { isAudited } from './audit-of-call.ts';
import { authenticator } from './authenticate.ts';
import { allEndpoints } from './endpoints.ts';
import type { Services } from './services.ts';
import { startServer } from './test-support.ts';

/** Covers every API operation that changes something, taken from the list of operations. */

it('is followed by an entry that says who did what, and a call that fails or changes nothing is not', async () => {
  const server = await startServer();
  const { host } = server.running;
  const written: { action: string; by: string }[] = [];
  const services = {
    host: {
      ...host,
      command: async (name: string, entry: { action: string; by: string }) => {
        if (name === 'addAuditEntry') written.push(entry);
      },
    },
    logger: { writes: () => false, error: () => {} },
    settings: () => ({ allowedHosts: [] }),
  } as unknown as Services;
  const real = allEndpoints(services, '0');
  let status = 200;
  // Only the handlers and the schemas of requests are replaced. The list and the rest of the API are real.
  const endpoints = real.map(({ params: _p, query: _q, body: _b, takesBytes: _t, ...endpoint }) => ({
    ...endpoint,
    handle: () => {
      if (status !== 200) throw new Error('it failed');
      return { status, body: {} };
    },
  }));
  const keys = authenticator({ find: () => undefined, touch: () => {} });
  const api = createApi(endpoints, services, keys);
  const listener = http.createServer((request, response) =>
    api(request, response, { listening: undefined, ownerSecret: 'secret' }),
  );
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const call = async ({ method, path }: (typeof endpoints)[number]): Promise<number> => {
    const target = path.replaceAll(/:\w+/g, 'x');
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: { authorization: 'Bearer secret' },
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  const changing = endpoints.filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThan(60);
  for (const endpoint of changing) {
    written.length = 0;
    expect(await call(endpoint), endpoint.operationId).toBe(200);
    const expected = isAudited(endpoint) ? [expect.objectContaining({ by: 'owner' })] : [];
    expect(written, endpoint.operationId).toEqual(expected);
  }
  status = 500;
  written.length = 0;
  for (const endpoint of changing.slice(0, 5)) expect(await call(endpoint)).toBe(500);
  expect(written).toEqual([]);
});
