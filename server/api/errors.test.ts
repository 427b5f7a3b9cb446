import { beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../test/stand-ins/full.ts';
import type { Connection } from './raw-http.test-support.ts';
import { type Answer, domainOf, JOBS, makeProject, startServer, type TestServer } from './test-support.ts';

let server: TestServer;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  domain = domainOf(await makeProject(server));
});

const MIB = 2 ** 20;
const JSON_TYPE = { 'content-type': 'application/json' };
const post = (
  body: unknown,
  headers: Record<string, string | readonly string[]> = JSON_TYPE,
): Promise<Answer> => server.call('POST', JOBS, { body, headers });

describe('an address that there is not', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v2',
    '/v1/static-export',
    '/v1/static-export/job',
    `${JOBS}/`,
    `${JOBS}/x/y`,
    `${JOBS}/x/cancel/`,
    '/V1/static-export/jobs',
    '/v1//static-export/jobs',
    '/v1/static-export/../static-export/jobs',
    '/v1/%73tatic-export/jobs',
    '/favicon.ico',
    '/%',
    '/%00',
    `/${'x'.repeat(5000)}`,
  ])('is 404 and points to what there is: %s', async (target) => {
    const { status, error } = await server.call('GET', target);
    expect(status).toBe(404);
    expect(error).toContain('/openapi.json');
    expect(error.length).toBeLessThan(400);
  });
});

describe('a method that does not fit', () => {
  it('is 405 and tells the others, for every address of the description', async () => {
    const { paths } = server.contract.description;
    const methods = firstOf(3, ['DELETE', 'POST', 'OPTIONS', 'PUT', 'GET', 'HEAD', 'PATCH', 'PROPFIND']);
    for (const [path, operations] of Object.entries(paths)) {
      const has = Object.keys(operations).map((method) => method.toUpperCase());
      const allowed = has.includes('GET') ? [...has, 'HEAD'] : has;
      const target = path.replaceAll(/\{[^}]+\}/g, 'absent');
      for (const method of methods) {
        if (allowed.includes(method)) continue;
        const { status, headers, error } = await server.call(method, target, { key: server.keys.admin });
        expect([method, target, status]).toEqual([method, target, 405]);
        expect(headers.allow?.split(', ').sort()).toEqual([...allowed].sort());
        if (method !== 'HEAD') expect(error).toContain(method);
      }
    }
  });

  it.each(['TRACE', 'LOCK', 'M-SEARCH'])('is 405 for %s too', async (method) => {
    expect((await server.call(method, JOBS)).status).toBe(405);
  });

  it('that nobody knows is 400', async () => {
    expect((await server.call('FETCH', JOBS)).status).toBe(400);
  });
});

describe('a body', () => {
  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON of another kind', { 'content-type': 'application/ld+json' }],
    ['another character set', { 'content-type': 'application/json; charset=latin1' }],
    ['no type', {}],
    ['a compressed one', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ])('of another type is 415: %s', async (_, headers) => {
    const { status, error } = await post(JSON.stringify({ domain }), headers);
    expect(status).toBe(415);
    expect(error.startsWith('Send the body')).toBe(true);
  });

  it.each([
    ['cut off', '{"domain":'],
    ['in single quotes', "{'domain':'x'}"],
    ['with a comma too many', '{"domain":"x",}'],
    ['with text after it', '{} x'],
    ['of NaN', 'NaN'],
    ['that begins with a byte order mark twice', '\ufeff\ufeff{}'],
    ['of blanks', '   '],
    ['with a NUL', '{"domain":"\0"}'],
  ])('that is no JSON is 400: %s', async (_, body) => {
    const { status, error } = await post(body);
    expect(status).toBe(400);
    expect(error).toContain('not valid JSON');
  });

  it('that is not UTF-8 is 400', async () => {
    const { status, error } = await post(Buffer.from([0x22, 0xff, 0x22]));
    expect(status).toBe(400);
    expect(error).toContain('UTF-8');
  });

  it('nested as deep as a mebibyte allows is 400, not the end of the server', async () => {
    const depth = MIB / 2 - 20;
    expect((await post(`${'['.repeat(depth)}${']'.repeat(depth)}`)).status).toBe(400);
    const fields = Math.floor((MIB - 20) / 6) - 5;
    expect((await post(`${'{"a":'.repeat(fields)}1${'}'.repeat(fields)}`)).status).toBe(400);
    const unknown = `{"domain":"${domain}","x":${'['.repeat(depth - 60)}${']'.repeat(depth - 60)}}`;
    expect((await post(unknown)).status).toBe(202);
  });

  it('may name what JavaScript keeps to itself', async () => {
    const body = `{"domain":"${domain}","__proto__":{"admin":true},"constructor":{"prototype":{}}}`;
    expect((await post(body)).status).toBe(202);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    const settings = await server.owner.call('PATCH', '/v1/settings', {
      body: '{"__proto__":{"port":1}}',
      headers: JSON_TYPE,
    });
    expect(settings.status).toBe(400);
    expect(settings.error).toContain('__proto__');
  });

  it('that is sent where none belongs is refused, its fields by name', async () => {
    for (const target of ['/v1/static-export/queue/pause', '/v1/link-keys', `${JOBS}/absent/cancel`]) {
      const named = await server.call('POST', target, { key: server.keys.admin, body: { reason: 'x' } });
      expect([target, named.status]).toEqual([target, 400]);
      expect(named.error).toContain('"reason"');
      const list = await server.call('POST', target, {
        key: server.keys.admin,
        body: '[1]',
        headers: JSON_TYPE,
      });
      expect([target, list.status]).toEqual([target, 400]);
    }
    expect((await server.call('POST', '/v1/static-export/queue/resume', { body: {} })).status).toBe(200);
  });

  it('of a GET or DELETE is read over', async () => {
    const connection = await server.connect();
    const options = { body: { x: 1 } };
    expect((await server.callOn(connection, 'GET', JOBS, options)).status).toBe(200);
    expect((await server.callOn(connection, 'DELETE', `${JOBS}/absent`, options)).status).toBe(404);
    expect((await server.callOn(connection, 'GET', JOBS)).status).toBe(200);
    connection.destroy();
  });

  it('of exactly 1 MiB is taken', async () => {
    const start = `{"domain":"${domain}","note":"`;
    expect((await post(`${start}${'x'.repeat(MIB - start.length - 2)}"}`)).status).toBe(202);
  });

  it.each([
    ['one byte too many', MIB + 1],
    ['10 MB', 10_000_000],
  ])('of %s is 413, told by its length, and the connection is whole', async (_, length) => {
    await expectTooLong(server.requestBytes('POST', JOBS, { body: 'x'.repeat(length), headers: JSON_TYPE }));
  });

  it('of 10 MB in chunks, whose length nobody tells, is 413, and the connection is whole', async () => {
    const head = server.requestBytes('POST', JOBS, {
      headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
    });
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    await expectTooLong(
      Buffer.concat([head, ...Array.from({ length: 153 }, () => chunk), Buffer.from('0\r\n\r\n')]),
    );
  });

  it('of 10 MB is 413 before it is sent where the caller waits to be asked for it', async () => {
    const connection = await server.connect();
    connection.write(
      server.requestBytes('POST', JOBS, {
        headers: { ...JSON_TYPE, 'content-length': '10000000', expect: '100-continue' },
      }),
    );
    expect((await connection.response()).status).toBe(413);
    connection.destroy();
  });

  it('of 10 MB without a key is 401, and the connection is whole', async () => {
    const connection = await server.connect();
    const options = { key: null, body: 'x'.repeat(10_000_000), headers: JSON_TYPE };
    expect((await server.callOn(connection, 'POST', JOBS, options)).status).toBe(401);
    expect((await server.callOn(connection, 'GET', JOBS)).status).toBe(200);
    connection.destroy();
  });

  it('is waited for when Expect says so, and another expectation is 417', async () => {
    const connection = await server.connect();
    const body = JSON.stringify({ domain });
    const headers = { ...JSON_TYPE, 'content-length': String(body.length), expect: '100-continue' };
    connection.write(server.requestBytes('POST', JOBS, { headers }));
    connection.write(body);
    expect((await connection.response()).status).toBe(202);
    connection.destroy();
    const other = await server.call('GET', JOBS, { headers: { expect: 'the-impossible' } });
    expect(other.status).toBe(417);
  });
});

/** Sends everything before reading, as most clients do, and expects a readable 413. */
async function expectTooLong(request: Uint8Array): Promise<void> {
  const connection: Connection = await server.connect();
  const faults: Error[] = [];
  connection.socket.on('error', (error) => faults.push(error));
  const sent = new Promise<void>((resolve, reject) => {
    connection.socket.write(request, (error) => (error ? reject(error) : resolve()));
  });
  await sent;
  const response = await connection.response();
  server.contract.check({ method: 'POST', target: JOBS, response });
  expect(response.status).toBe(413);
  expect(JSON.parse(response.body.toString())).toEqual({
    error: 'The body is larger than 1 MiB. Send a smaller one.',
  });
  expect((await server.callOn(connection, 'GET', JOBS)).status).toBe(200);
  expect(faults).toEqual([]);
  connection.destroy();
}

describe('a field that does not belong', () => {
  it.each([
    ['POST', '/v1/projects', 'admin'],
    ['POST', '/v1/keys', 'admin'],
    ['PATCH', '/v1/organization', 'admin'],
    ['PATCH', '/v1/settings', 'admin'],
  ] as const)('is refused by name: %s %s', async (method, target, scope) => {
    const { status, error } = await server.call(method, target, {
      key: server.keys[scope],
      body: { colour: 1 },
    });
    expect(status).toBe(400);
    expect(error).toMatch(/"(colour|name|domains)"/);
  });

  it('in the query is refused by name where there is a query', async () => {
    const { status, error } = await server.call('GET', `${JOBS}?colour=red`);
    expect(status).toBe(400);
    expect(error).toContain('"colour"');
  });
});

describe('an error', () => {
  it('that is told about what the caller sent shows little of it, and harmlessly', async () => {
    const { error } = await server.call('POST', JOBS, { body: { domain: `<script>${'x'.repeat(100_000)}` } });
    expect(error.length).toBeLessThan(1000);
    const job = await server.call('GET', `${JOBS}/${'%0d%0a'.repeat(50)}`);
    expect(job.status).toBe(404);
    expect(job.error).not.toMatch(/[\r\n]/);
  });
});
