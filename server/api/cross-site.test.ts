import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, answerOf, JOBS, startServer, type TestServer } from './test-support.ts';

let server: TestServer;
let port: string;

beforeAll(async () => {
  server = await startServer();
  port = new URL(server.url).port;
  await server.owner.call('PATCH', '/v1/settings', {
    body: { allowedHosts: ['docs-builder', 'Proxy.Example:8443'], publicUrl: 'https://offprint.example/x' },
  });
});

afterAll(() => server.stop());

const withHost = (host: string | string[], target = JOBS, headers = {}): Promise<Answer> =>
  server.call('GET', target, { headers: { host, ...headers } });

/** Sends lines unchanged. */
async function send(...lines: string[]): Promise<Answer> {
  const connection = await server.connect();
  connection.write(`${lines.join('\r\n')}\r\n\r\n`);
  const response = await connection.response();
  connection.destroy();
  const [method = '', target = ''] = lines[0]?.split(' ') ?? [];
  server.contract.check({ method, target, response });
  return answerOf(response);
}

describe('the Host header', () => {
  it('is one of the names of this server', async () => {
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `[::1]:${port}`,
      'docs-builder',
      `docs-builder:${port}`,
      'proxy.example:8443',
      'offprint.example',
    ]) {
      expect([host, (await withHost(host)).status]).toEqual([host, 200]);
    }
  });

  it('that names another server is 421, as a rebound name would be', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1',
      'localhost',
      '127.0.0.1:1',
      `127.0.0.1:${port}:${port}`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port},127.0.0.1:${port}`,
      `127.1:${port}`,
      `0x7f000001:${port}`,
      `localhost.:${port}`,
      'proxy.example',
      `offprint.example:${port}`,
      '',
    ]) {
      const { status, error } = await withHost(host);
      expect([host, status]).toEqual([host, 421]);
      expect(error).toContain('allowedHosts');
    }
  });

  it.each(['/healthz', '/openapi.json', '/reference', '/bundles/x/y?expires=1&key=a&signature=b'])(
    'binds what is open to everybody, too: %s',
    async (target) => {
      expect(
        (await server.call('GET', target, { key: null, headers: { host: 'evil.example' } })).status,
      ).toBe(421);
    },
  );

  it('comes before the key: who asks another server learns nothing about keys', async () => {
    const { status } = await server.call('GET', JOBS, { key: 'wrong', headers: { host: 'evil.example' } });
    expect(status).toBe(421);
  });

  it('that comes twice is 400', async () => {
    const { status, error } = await withHost([`127.0.0.1:${port}`, 'evil.example']);
    expect(status).toBe(400);
    expect(error).toContain('one Host header');
  });

  it('that is missing is 400', async () => {
    const { status, error } = await send(`GET ${JOBS} HTTP/1.1`, `Authorization: Bearer ${server.keys.read}`);
    expect(status).toBe(400);
    expect(error).toContain('Host header');
  });
});

describe('the target of a request', () => {
  const identity = () => [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${server.keys.read}`];

  it.each([
    ['an address as proxies are asked', () => `GET http://127.0.0.1:${port}${JOBS} HTTP/1.1`],
    ['an address of another server', () => `GET http://evil.example${JOBS} HTTP/1.1`],
    ['an asterisk', () => 'OPTIONS * HTTP/1.1'],
  ])('is a path: %s is 400', async (_, line) => {
    const { status, error } = await send(line(), ...identity());
    expect(status).toBe(400);
    expect(error).toContain('path');
  });

  it('is no other host: CONNECT is refused', async () => {
    const { status, error } = await send('CONNECT evil.example:443 HTTP/1.1', ...identity());
    expect(status).toBe(400);
    expect(error).toContain('proxy');
  });

  it('may begin with two slashes, which name no host here', async () => {
    expect((await server.call('GET', '//evil.example/healthz')).status).toBe(404);
  });
});

describe('a web page', () => {
  const from = (headers: Record<string, string>): Promise<Answer> => server.call('GET', JOBS, { headers });

  it('of another site is 403, by its Origin', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      'http://127.0.0.1',
      `http://localhost:${port}`,
      '',
    ]) {
      const { status, error } = await from({ origin });
      expect([origin, status]).toEqual([origin, 403]);
      expect(error).toContain('from a script');
    }
  });

  it('of another site is 403, by Sec-Fetch-Site', async () => {
    for (const site of ['cross-site', 'same-site', 'nonsense']) {
      expect([site, (await from({ 'sec-fetch-site': site })).status]).toEqual([site, 403]);
    }
  });

  it('of this server itself may call, and so may an address bar', async () => {
    expect((await from({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    );
    expect((await from({ 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('is given no CORS headers: a preflight is refused', async () => {
    const { status, headers } = await server.call('OPTIONS', JOBS, {
      key: null,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('cannot reach the private socket, so nothing of this is asked there', async () => {
    const { status } = await server.owner.call('GET', JOBS, { headers: { host: 'anything' } });
    expect(status).toBe(200);
  });
});

describe('every answer', () => {
  it('forbids guessing its type, keeping it and passing on its address', async () => {
    for (const answer of [await withHost(`127.0.0.1:${port}`), await withHost('evil.example')]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    }
  });
});
