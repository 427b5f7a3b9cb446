import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../../test/stand-ins/fixture-site.ts';
import type { RawResponse } from '../raw-http.test-support.ts';
import { startServer, type TestServer } from '../test-support.ts';
import { LOGIN_LINK_MS, loginLinks } from './login-links.ts';
import { browserSessions, SESSION_IDLE_MS } from './sessions.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = makeSite({
    'index.html':
      '<!doctype html><title>Offprint</title><script type="module" src="/assets/index-1.js"></script>',
    'assets/index-1.js': 'export {};',
    'assets/style-1.css': ':root {}',
    'secret.txt': 'not of the interface',
  });
  fs.symlinkSync('/etc/passwd', path.join(folder, 'assets', 'outside.txt'));
  server = await startServer({ interfaceFolder: folder });
  await loginPath();
});

/** Origin of browser sessions on this computer: the host name in login links. */
let origin: string | undefined;
function interfaceOrigin(): string {
  if (origin === undefined) throw new Error('Nobody has asked for a login link yet.');
  return origin;
}

async function loginPath(): Promise<string> {
  const { status, body } = await server.owner.call('POST', '/v1/login-links');
  expect(status).toBe(201);
  const { url } = body as { url: string };
  origin ??= new URL(url).origin;
  expect(new URL(url).origin).toBe(origin);
  return new URL(url).pathname;
}

type Page = Readonly<{ status: number; headers: RawResponse['headers']; body: string }>;

/** Sends a request without checking it against the contract: pages are not part of the described API. */
async function ask(method: string, target: string, headers: Record<string, string> = {}): Promise<Page> {
  const connection = await server.connect();
  try {
    const named = { host: new URL(interfaceOrigin()).host, ...headers };
    connection.write(server.requestBytes(method, target, { key: null, headers: named }));
    const { body, ...head } = await connection.response(method);
    return { ...head, body: body.toString() };
  } finally {
    connection.destroy();
  }
}

function get(target: string, headers: Record<string, string> = {}): Promise<Page> {
  return ask('GET', target, headers);
}

/** Logs in. @returns the headers that the interface's pages send */
async function session(): Promise<Readonly<{ cookie: string; 'offprint-session': string }>> {
  const { status, headers, body } = await get(await loginPath());
  expect(status).toBe(200);
  const token = /localStorage\.setItem\('offprint-session', '([A-Za-z0-9_-]{43})'\)/.exec(body)?.[1];
  return { cookie: headers['set-cookie']?.split(';')[0] ?? '', 'offprint-session': token ?? '' };
}

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('a login link', () => {
  it('opens a session once', async () => {
    const link = await loginPath();
    expect(link).toMatch(/^\/login\/[A-Za-z0-9_-]{43}$/);
    const first = await get(link, { 'sec-fetch-site': 'cross-site' });
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toMatch(
      /^offprint-session-\d+=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const second = await get(link);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('is not used up by whoever only looks ahead', async () => {
    const link = await loginPath();
    expect((await get(link, { 'sec-purpose': 'prefetch' })).status).toBe(503);
    expect((await ask('HEAD', link)).status).toBe(503);
    expect((await get(link)).status).toBe(200);
  });

  it('is given to no key, not even to one with the scope admin', async () => {
    const asked = await server.call('POST', '/v1/login-links', { key: server.keys.admin });
    expect(asked.status).toBe(403);
    expect(asked.error).toMatch(/no API key can get one/);
  });

  it('that was altered opens nothing', async () => {
    const link = await loginPath();
    expect((await get(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(403);
  });

  it('ends after ten minutes', () => {
    let now = 1_000;
    const links = loginLinks(() => now);
    const early = links.make().token;
    const late = links.make().token;
    now += LOGIN_LINK_MS - 1;
    expect(links.redeem(early)).toBe(true);
    now += 1;
    expect(links.redeem(late)).toBe(false);
  });
});

describe('a session', () => {
  it('calls the API as the owner, from pages of this server', async () => {
    const secrets = await session();
    expect((await get('/v1/settings', { ...secrets, ...OWN_PAGE })).status).toBe(200);
    const set = await server.call('PATCH', '/v1/settings', {
      key: null,
      body: { directoryRoots: [folder] }, // no API key may set this
      headers: { ...secrets, origin: interfaceOrigin(), host: new URL(interfaceOrigin()).host, ...OWN_PAGE },
    });
    expect(set.status).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this computer', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page that names another origin', { origin: 'http://127.0.0.1:1', ...OWN_PAGE }, 403],
    ['a sandboxed frame', { origin: 'null', ...OWN_PAGE }, 403],
    ['nowhere that it can tell', {}, 401],
  ])('does not count for requests from %s', async (_who, headers, status) => {
    const secrets = await session();
    expect((await get('/v1/settings', { ...secrets, ...headers })).status).toBe(status);
  });

  it('does not count by its cookie alone, which browsers send to every port, nor by its token alone', async () => {
    const { cookie, 'offprint-session': token } = await session();
    const other = await session();
    expect((await get('/v1/settings', { cookie, ...OWN_PAGE })).status).toBe(401);
    expect((await get('/v1/settings', { 'offprint-session': token, ...OWN_PAGE })).status).toBe(401);
    expect((await get('/v1/settings', { ...other, cookie, ...OWN_PAGE })).status).toBe(401);
    expect((await get('/v1/settings', { cookie, 'offprint-session': token, ...OWN_PAGE })).status).toBe(200);
  });

  it('does not count for a change whose page is not named', async () => {
    const secrets = await session();
    const change = await server.call('PATCH', '/v1/settings', {
      key: null,
      body: { exportConcurrency: 3 },
      headers: { ...secrets, ...OWN_PAGE },
    });
    expect(change.status).toBe(401);
  });

  it('counts at the name of the interface alone, and so does a login link', async () => {
    const secrets = await session();
    const elsewhere = { ...secrets, ...OWN_PAGE, host: new URL(server.url).host };
    expect((await get('/v1/settings', elsewhere)).status).toBe(401);
    expect((await get('/', elsewhere)).status).toBe(401);
    const link = await loginPath();
    const refused = await get(link, { host: new URL(server.url).host });
    expect(refused.status).toBe(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await get(link)).status).toBe(200);
  });

  it('has a name that cannot be guessed, a new one at each start', async () => {
    const again = await startServer({ interfaceFolder: folder });
    const { body } = await again.owner.call('POST', '/v1/login-links');
    const names = [interfaceOrigin(), (body as { url: string }).url].map((url) => new URL(url).hostname);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}\.localhost$/);
    expect(names[0]).not.toBe(names[1]);
  });

  it.runIf(
    Object.values(os.networkInterfaces())
      .flat()
      .some((one) => one?.address === '::1'),
  )('leaves the other address of localhost to no other program', async () => {
    const { port } = new URL(server.url);
    const thief = net.createServer();
    const fault = await new Promise((resolve) =>
      thief
        .once('error', resolve)
        .listen({ host: '::1', port: Number(port), exclusive: true }, () => resolve(null)),
    );
    thief.close();
    expect(fault).toMatchObject({ code: 'EADDRINUSE' });
    const answered = await fetch(`http://[::1]:${port}/healthz`);
    expect(answered.status).toBe(200);
  });

  it('stands behind a key that is shown with it', async () => {
    const secrets = await session();
    const answer = await server.call('GET', '/v1/settings', {
      key: server.keys.read,
      headers: { ...secrets, ...OWN_PAGE },
    });
    expect(answer.status).toBe(403);
  });

  it('ends at once when its user logs out', async () => {
    const secrets = await session();
    const out = await server.call('DELETE', '/v1/session', {
      key: null,
      headers: { ...secrets, origin: interfaceOrigin(), host: new URL(interfaceOrigin()).host },
    });
    expect(out.status).toBe(204);
    expect((await get('/v1/settings', { ...secrets, ...OWN_PAGE })).status).toBe(401);
    expect((await get('/', { ...secrets })).status).toBe(401);
  });

  it('ends its event streams when its user logs out', async () => {
    const secrets = await session();
    const { host } = new URL(interfaceOrigin());
    const connection = await server.connect();
    const headers = { ...secrets, ...OWN_PAGE, host };
    connection.write(server.requestBytes('GET', '/v1/static-export/events', { key: null, headers }));
    expect((await connection.head()).status).toBe(200);
    await server.call('DELETE', '/v1/session', {
      key: null,
      headers: { ...secrets, origin: interfaceOrigin(), host },
    });
    await connection.closed;
  }, 20_000);

  it('ends when nobody used it for twelve hours, though a stream of events is open', () => {
    let now = 0;
    const sessions = browserSessions(() => now);
    const { cookie, token } = sessions.open();
    now += SESSION_IDLE_MS - 1;
    expect(sessions.use(cookie, token)).toBe(true);
    now += SESSION_IDLE_MS - 1;
    expect(sessions.use(cookie, token)).toBe(true);
    now += SESSION_IDLE_MS - 1;
    expect(sessions.isOpen(cookie, token)).toBe(true);
    now += 1;
    expect(sessions.isOpen(cookie, token)).toBe(false);
    expect(sessions.use(cookie, token)).toBe(false);
  });
});

describe('the interface', () => {
  it('is shown to nobody without a session, who learns how to get one', async () => {
    const { status, body } = await get('/');
    expect(status).toBe(401);
    expect(body).toContain('offprint login');
    expect((await get('/assets/index-1.js')).status).toBe(401);
  });

  it('comes with a strict policy, and its files are kept by the browser', async () => {
    const { cookie } = await session();
    const start = await get('/', { cookie });
    expect(start.status).toBe(200);
    expect(start.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = start.headers['content-security-policy'] ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('unsafe');
    expect(start.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    const script = await get('/assets/index-1.js', { cookie });
    expect(script.headers['cache-control']).toMatch(/immutable/);
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    const again = await get('/assets/index-1.js', { cookie, 'if-none-match': script.headers.etag ?? '' });
    expect(again.status).toBe(304);
  });

  it.each([
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets/outside.txt',
    '/assets/',
    '/assets//index-1.js',
    '/assets/index-1.js%00.css',
  ])('is a list of files: there is no %s', async (target) => {
    const { cookie } = await session();
    const { status, body } = await get(target, { cookie });
    expect(status).toBe(404);
    expect(body).not.toContain('not of the interface');
  });

  it('answers to its own names alone', async () => {
    const { cookie } = await session();
    expect((await get('/', { cookie, host: 'evil.example' })).status).toBe(421);
  });

  it('that was not built gives no link', async () => {
    const bare = await startServer();
    const asked = await bare.owner.call('POST', '/v1/login-links');
    expect(asked.status).toBe(409);
    expect(asked.error).toMatch(/npm run build/);
  });
});
