import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { startOrigin } from '../../test/stand-ins/live-origin.ts';
import { makeSecretFile, startServer, type TestServer } from './test-support.ts';
import type { OriginTest } from './wire.types.ts';

let server: TestServer;
const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const tls = {
  key: fs.readFileSync(path.join(FIXTURES, 'tls-key.pem')),
  cert: fs.readFileSync(path.join(FIXTURES, 'tls-certificate.pem')),
};

beforeAll(async () => {
  server = await startServer({ secretFile: makeSecretFile() });
});

/** Tests an origin as the owner, who may reach every host. */
async function trial(origin: object, credentials?: object): Promise<OriginTest> {
  const answer = await server.owner.call('POST', '/v1/origins/test', {
    body: { origin: { kind: 'url', ...origin }, ...(credentials && { credentials }) },
  });
  expect(answer.status, answer.error).toBe(200);
  return answer.body as OriginTest;
}

describe('trying a live site out', () => {
  it('says what page there is, where, and what its robots.txt asks', async () => {
    const origin = await startOrigin({
      '/': { status: 302, headers: { location: '/docs/' } },
      '/docs/': page('Grüße &amp; more', '<p>x'),
      '/robots.txt': 'User-agent: *\nDisallow: /docs/\n',
    });
    const { durationMs, ...found } = await trial({ url: origin.address, robots: 'obey' });
    expect(found).toEqual({
      outcome: 'page',
      problem: null,
      url: `${origin.address}/docs/`,
      status: 200,
      title: 'Grüße & more',
      asksPassword: false,
      robots: 'forbids',
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(origin.requests).toEqual(['GET /', 'GET /docs/', 'GET /robots.txt']);
    expect((await trial({ url: origin.address })).robots).toBe('ignored'); // a private address
    const bare = await startOrigin({ '/': page('Bare') });
    expect((await trial({ url: bare.address })).robots).toBe('none');
  });

  it('suspects a login where a page asks for a password, and is told by 401, 403 and redirects', async () => {
    const origin = await startOrigin({
      '/form': page('Sign in', '<form><input type="password"></form>'),
      '/basic': { status: 401, body: 'who?' },
      '/closed': { status: 403, body: 'no' },
      '/sso': { status: 302, headers: { location: '/login?next=/sso' } },
    });
    expect(await trial({ url: `${origin.address}/form` })).toMatchObject({
      outcome: 'page',
      asksPassword: true,
      title: 'Sign in',
    });
    for (const [place, status] of [
      ['basic', 401],
      ['closed', 403],
      ['sso', 302],
    ] as const) {
      const found = await trial({ url: `${origin.address}/${place}` });
      expect(found).toMatchObject({ outcome: 'login', status, title: null, robots: null });
      expect(found.problem).toContain('Update the credentials');
    }
  });

  it('gets in with credentials that are given for the call, and with those that are kept', async () => {
    const origin = await startOrigin({
      '/': (request, response) => {
        const isIn = request.headers.cookie === 'session=s3cret' && request.headers['x-key'] === 'k3y';
        response.writeHead(isIn ? 200 : 401, { 'content-type': 'text/html' }).end('<title>In</title>');
      },
    });
    const asked = {
      url: origin.address,
      cookies: [{ name: 'session', secret: 'test.session' }],
      headers: [{ name: 'x-key', secret: 'test.key' }],
    };
    const without = await trial(asked);
    expect(without).toMatchObject({ outcome: 'login', status: null });
    expect(without.problem).toContain('needs the credential test.key');
    await server.owner.call('POST', '/v1/credentials', { body: { name: 'test.key', value: 'k3y' } });
    expect((await trial(asked, { 'test.session': 'wrong' })).outcome).toBe('login');
    expect(await trial(asked, { 'test.session': 's3cret' })).toMatchObject({ outcome: 'page', title: 'In' });
    // Values given in a call are not stored.
    expect((await trial(asked)).outcome).toBe('login');
    expect(server.log.join('\n')).not.toContain('s3cret');
  });

  it('tells a certificate that is not trusted from a host that is not there and from what is no page', async () => {
    const secure = await startOrigin({ '/': page('TLS') }, { tls });
    const address = secure.address.replace('http:', 'https:').replace('127.0.0.1', 'localhost');
    const distrusted = await trial({ url: address });
    expect(distrusted).toMatchObject({ outcome: 'tls', status: null });
    expect(distrusted.problem).toMatch(/certificate/);
    expect(distrusted.problem).not.toMatch(/ {4}at /);

    const gone = await startOrigin({});
    await gone.close();
    const away = await trial({ url: gone.address });
    expect(away).toMatchObject({ outcome: 'unreachable', status: null });
    expect(away.problem).toContain('Nothing is listening at');

    const file = await startOrigin({
      '/x.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    });
    expect(await trial({ url: `${file.address}/x.pdf` })).toMatchObject({
      outcome: 'unreadable',
      status: 200,
    });
    expect(await trial({ url: `${file.address}/none` })).toMatchObject({
      outcome: 'unreadable',
      status: 404,
    });
  });

  it('goes where the operator lets keys go, and nowhere else', async () => {
    const origin = await startOrigin({ '/': page('Closed') });
    const ask = (key: string, more: object = {}) =>
      server.call('POST', '/v1/origins/test', {
        key,
        body: { origin: { kind: 'url', url: origin.address, ...more } },
      });
    expect((await ask(server.keys.read)).status).toBe(403);
    const closed = await ask(server.keys.write);
    expect([closed.status, closed.error]).toEqual([403, expect.stringContaining('originHosts')]);
    expect(origin.requests).toEqual([]);
    await server.owner.call('PATCH', '/v1/settings', { body: { originHosts: ['127.0.0.1'] } });
    expect((await ask(server.keys.write)).status).toBe(200);
    expect((await ask(server.keys.write, { caBundle: '/etc/shadow' })).status).toBe(403);
    const folder = await server.owner.call('POST', '/v1/origins/test', {
      body: { origin: { kind: 'directory', folder: temporaryFolder() } },
    });
    expect(folder.status).toBe(400);
    const noFile = await server.owner.call('POST', '/v1/origins/test', {
      body: { origin: { kind: 'url', url: 'https://127.0.0.1:1/', caBundle: '/none.pem' } },
    });
    expect([noFile.status, noFile.error]).toEqual([400, expect.stringContaining('/none.pem')]);
  });

  it('sends a kept credential of a write key where a project sends it, by test and preview, and nowhere else', async () => {
    const docs = await startOrigin({ '/': page('Docs') });
    const evil = await startOrigin({ '/': page('Evil') });
    await server.owner.call('PATCH', '/v1/settings', { body: { originHosts: ['127.0.0.1'] } });
    await server.owner.call('POST', '/v1/credentials', { body: { name: 'bound', value: 'canary-c7' } });
    const basicAuth = { user: 'ada', secret: 'bound' };
    const made = await server.call('POST', '/v1/projects', {
      key: server.keys.admin,
      body: {
        name: 'Bound',
        domains: ['bound.example'],
        origin: { kind: 'url', url: docs.address, basicAuth },
      },
    });
    expect(made.status, made.error).toBe(201);

    const away: object[] = [
      { url: evil.address, basicAuth },
      { url: evil.address, headers: [{ name: 'x-key', secret: 'bound' }] },
      { url: evil.address, cookies: [{ name: 'session', secret: 'bound' }] },
      { url: docs.address, basicAuth, proxy: { url: evil.address } },
      { url: docs.address, proxy: { url: evil.address, secret: 'bound' } },
      { url: docs.address.replace('http:', 'https:'), basicAuth },
    ];
    const ask = (call: string, origin: object, key: string, more: object = {}) =>
      server.call('POST', call, { key, body: { origin: { kind: 'url', ...origin }, ...more } });
    for (const call of ['/v1/origins/test', '/v1/static-export/preview']) {
      for (const origin of away) {
        const { status, error } = await ask(call, origin, server.keys.write);
        expect([status, error]).toEqual([
          403,
          expect.stringContaining('No project sends the credential bound'),
        ]);
        expect(error).toContain('with the admin scope');
      }
      expect(evil.requests).toEqual([]);
      const asked = docs.requests.length;
      expect((await ask(call, { url: `${docs.address}/`, basicAuth }, server.keys.write)).status).toBe(200);
      expect(docs.requests.length).toBeGreaterThan(asked);
      expect(docs.headers.get('/')?.authorization).toContain('Basic ');
    }
    // The caller's own values may go wherever the caller may reach; an API key sets origins anyway.
    const own = { credentials: { bound: 'my own' } };
    expect((await ask('/v1/origins/test', away[0] ?? {}, server.keys.write, own)).status).toBe(200);
    expect(evil.headers.get('/')?.authorization).toBe(
      `Basic ${Buffer.from('ada:my own').toString('base64')}`,
    );
    expect((await ask('/v1/origins/test', away[0] ?? {}, server.keys.admin)).status).toBe(200);
  });
});
