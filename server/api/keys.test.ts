import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, page, readStore } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { type AdminKey, keyScopes } from '../store/keys.ts';
import { KEY_PREFIX, newAdminKey } from './admin-key.ts';
import type { Operation } from './contract.test-support.ts';
import {
  type CreatedKey,
  domainOf,
  JOBS,
  makeProject,
  startServer,
  type TestServer,
} from './test-support.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

const asAdmin = (method: string, target: string, body?: unknown, from = server) =>
  from.call(method, target, { key: from.keys.admin, body });

async function createKey(body: object, from = server): Promise<CreatedKey> {
  const answer = await asAdmin('POST', '/v1/keys', body, from);
  if (answer.status !== 201) throw new Error(answer.error);
  return answer.body as CreatedKey;
}

async function listKeys(from = server): Promise<(AdminKey & { keyId: string })[]> {
  return (
    (await asAdmin('GET', '/v1/keys', undefined, from)).body as { keys: (AdminKey & { keyId: string })[] }
  ).keys;
}

const ask = (key: string, from = server) => from.call('GET', JOBS, { key });

describe('a new key', () => {
  it('begins with its prefix, holds 256 random bits, is shown once and kept as a hash alone', async () => {
    const made = await createKey({ name: 'CI' });
    expect(made.key).toMatch(/^offp_[0-9A-Za-z]{49}$/);
    expect(made).toMatchObject({
      name: 'CI',
      scopes: ['write'],
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
    const listed = (await listKeys()).find(({ keyId }) => keyId === made.keyId);
    const { key: _, ...rest } = made;
    expect(listed).toEqual(rest);
    const rows = readStore(server.dataFolder, (store) => store.prepare('SELECT * FROM admin_keys').all());
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(KEY_PREFIX.length));
    const hashes = (rows as { hash: Buffer }[]).map(({ hash }) => hash.toString('hex'));
    expect(hashes).toContain(createHash('sha256').update(made.key).digest('hex'));
  });

  it('is another one each time', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKey({ name: 'x' })));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(20);
  });

  it.each([
    ['no name', {}, '"name"'],
    ['an empty name', { name: '' }, '"name"'],
    ['a name of blanks', { name: '   ' }, '"name"'],
    ['a name that is too long', { name: 'x'.repeat(201) }, '"name"'],
    ['a scope that there is not', { name: 'x', scopes: ['root'] }, '"scopes.0"'],
    ['no scope', { name: 'x', scopes: [] }, '"scopes"'],
    ['a time that is past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '"expiresAt"'],
    ['a time that is none', { name: 'x', expiresAt: 'tomorrow' }, '"expiresAt"'],
    ['a day that there is not', { name: 'x', expiresAt: '2999-02-30T00:00:00Z' }, '"expiresAt"'],
    ['a field that there is not', { name: 'x', colour: 'red' }, '"colour"'],
  ])('is refused with %s, by name', async (_, body, named) => {
    const { status, error } = await asAdmin('POST', '/v1/keys', body);
    expect(status).toBe(400);
    expect(error).toContain(named);
  });
});

describe('a key that is not right', () => {
  it('is told apart: mistyped, unknown, revoked, expired', async () => {
    const { key, keyId } = await createKey({ name: 'Laptop' });
    const sentences: string[] = [];
    const refused = async (shown: string, said: RegExp): Promise<void> => {
      const { status, error, headers } = await ask(shown);
      expect([shown, status]).toEqual([shown, 401]);
      expect(error).toMatch(said);
      expect(headers['www-authenticate']).toMatch(/^Bearer /);
      expect(error).not.toContain(shown.slice(KEY_PREFIX.length));
      sentences.push(error);
    };
    const swapped = key.slice(0, 9) + (key[9] === 'a' ? 'b' : 'a') + key.slice(10);

    await refused(swapped, /character is wrong or missing/);
    await refused(newAdminKey(), /key is unknown/);
    expect((await ask(key)).status).toBe(200);
    expect((await asAdmin('DELETE', `/v1/keys/${keyId}`)).status).toBe(200);
    await refused(key, /"Laptop" was revoked on \d{4}-/);
    const soon = new Date(Date.now() + 400).toISOString();
    const short = await createKey({ name: 'Visitor', expiresAt: soon });
    expect((await ask(short.key)).status).toBe(200);
    await pause(Date.parse(soon) - Date.now() + 1);
    await refused(short.key, /"Visitor" expired on/);

    expect(new Set(sentences).size).toBe(4);
  });

  it('is a typing error whichever character is wrong, missing or too much', async () => {
    const quiet = await startServer();
    const { key } = await createKey({ name: 'x' }, quiet);
    const wrong = [
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      key.replace('offp_', 'offp-'),
      key.slice(KEY_PREFIX.length),
      key.slice(0, 20) + key[21] + key[20] + key.slice(22),
    ].filter((text) => text !== key);
    for (const text of wrong) {
      const { status, error } = await ask(text, quiet);
      expect([text, status]).toEqual([text, 401]);
      expect(error).toContain('character is wrong or missing');
    }
  });

  it.each([
    ['no header', {}, 'Authorization: Bearer offp_…'],
    ['an empty header', { authorization: '' }, 'Bearer'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'Bearer'],
    ['a scheme alone', { authorization: 'Bearer' }, 'Bearer'],
    ['two words', { authorization: 'Bearer a b' }, 'Bearer'],
    ['a cookie', { cookie: 'authorization=Bearer x' }, 'Bearer'],
  ])('is asked for, where there is %s', async (_, headers, said) => {
    const { status, error, headers: answered } = await server.call('GET', JOBS, { key: null, headers });
    expect(status).toBe(401);
    expect(error).toContain(said);
    expect(answered['www-authenticate']).toMatch(/^Bearer /);
  });

  it('is not taken from the query', async () => {
    const { status } = await server.call(
      'GET',
      `${JOBS}?key=${server.keys.admin}&access_token=${server.keys.admin}`,
      {
        key: null,
      },
    );
    expect(status).toBe(401);
  });

  it.each(['bearer', 'BEARER', 'Bearer  '])('scheme %j is as good as Bearer', async (scheme) => {
    const headers = { authorization: `${scheme} ${server.keys.read}` };
    expect((await server.call('GET', JOBS, { key: null, headers })).status).toBe(200);
  });
});

describe('a key of scope write', () => {
  it('does not publish what looks like private keys, which a key of scope admin may', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'server.key': '-----BEGIN PRIVATE KEY-----\n' });
    const domain = domainOf(await makeProject(server, site));
    const start = (key: string) =>
      server.call('POST', JOBS, { key, body: { domain, settings: { includeSecrets: true } } });
    const refused = await start(server.keys.write);
    expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('admin scope')]);
    expect((await start(server.keys.admin)).status).toBe(202);
  });

  it('does not publish it by the settings of a project either', async () => {
    const { projectId } = await makeProject(server);
    const change = (key: string) =>
      server.call('PATCH', `/v1/projects/${projectId}`, {
        key,
        body: { settings: { includeSecrets: true } },
      });
    const refused = await change(server.keys.write);
    expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('admin scope')]);
    expect((await change(server.keys.admin)).status).toBe(200);
    expect((await change(server.keys.write)).status).toBe(200);
  });
});

describe('revoking a key', () => {
  it('is for good, stays in the list, and is the same twice', async () => {
    const { keyId, key } = await createKey({ name: 'x' });
    const first = await asAdmin('DELETE', `/v1/keys/${keyId}`);
    const second = await asAdmin('DELETE', `/v1/keys/${keyId}`);
    expect(first.body).toMatchObject({ keyId, revokedAt: expect.stringMatching(/^\d{4}-/) });
    expect(second.body).toEqual(first.body);
    expect((await ask(key)).status).toBe(401);
    expect((await listKeys()).find((one) => one.keyId === keyId)?.revokedAt).not.toBeNull();
  });

  it('ends the event streams that it opened', async () => {
    const { keyId, key } = await createKey({ name: 'x' });
    const connection = await server.connect();
    connection.write(server.requestBytes('GET', '/v1/static-export/events', { key }));
    expect((await connection.head()).status).toBe(200);
    await asAdmin('DELETE', `/v1/keys/${keyId}`);
    await connection.closed;
  }, 20_000);

  it('is 404 for a key that there is not', async () => {
    const { status, error } = await asAdmin('DELETE', '/v1/keys/key_0000000000000000');
    expect(status).toBe(404);
    expect(error).toContain('key_0000000000000000');
  });
});

describe('the last use of a key', () => {
  it('is noted', async () => {
    const { key, keyId } = await createKey({ name: 'x' });
    const before = Date.now();
    await ask(key);
    const used = async () => (await listKeys()).find((one) => one.keyId === keyId)?.lastUsedAt ?? null;
    while ((await used()) === null) await pause(10);
    expect(Date.parse((await used()) ?? '')).toBeGreaterThanOrEqual(before - 1);
    // It is recorded at most once a minute, so that a busy key does not keep the writer busy.
    const noted = await used();
    await ask(key);
    await pause(50);
    expect(await used()).toBe(noted);
  });

  it('is not noted where the key was refused', async () => {
    const { key, keyId } = await createKey({ name: 'x' });
    await asAdmin('DELETE', `/v1/keys/${keyId}`);
    await ask(key);
    expect((await listKeys()).find((one) => one.keyId === keyId)?.lastUsedAt).toBeNull();
  });
});

describe('the scopes', () => {
  /** Returns a harmless request for an operation: the resources it names do not exist. */
  const harmless = ({ method, path }: Operation) =>
    [method, path.replaceAll(/\{[^}]+\}/g, 'absent')] as const;
  /** Reserved for the owner of the data folder: no key has access. */
  const OWNERS = '/v1/login-links';
  /** This stream only ends when its reader disconnects. */
  const ENDLESS = '/v1/static-export/events';
  const statusOf = async (method: string, target: string, key: string): Promise<number> => {
    const connection = await server.connect();
    connection.write(server.requestBytes(method, target, { key }));
    const { status } = await connection.head();
    connection.destroy();
    return status;
  };
  const rank = (scope: string): number => (keyScopes as readonly string[]).indexOf(scope);

  it('decide over every operation of the description, as it says', async () => {
    const scoped = server.contract.operations.filter(({ scope }) => scope !== undefined);
    expect(scoped.length).toBeGreaterThan(25);
    for (const operation of scoped) {
      const [method, target] = harmless(operation);
      expect([target, (await server.call(method, target, { key: null })).status]).toEqual([target, 401]);
      for (const holds of keyScopes) {
        const mayCall = target !== OWNERS && rank(holds) >= rank(operation.scope ?? '');
        // Only the full run checks that a scope includes the scopes below it.
        if (mayCall && !isFullRun && holds !== operation.scope) continue;
        if (mayCall && target === ENDLESS) {
          expect(await statusOf(method, target, server.keys[holds])).toBe(200);
          continue;
        }
        const { status, error } = await server.call(method, target, { key: server.keys[holds] });
        if (mayCall) expect([method, target, holds, status]).not.toEqual([method, target, holds, 403]);
        else {
          expect([method, target, holds, status]).toEqual([method, target, holds, 403]);
          if (target !== OWNERS) expect(error).toContain(`the ${operation.scope} scope`);
        }
      }
    }
  });

  it('leave open without a key what the description says is open, and nothing else', async () => {
    const open = server.contract.operations.filter(({ scope }) => scope === undefined);
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/bundles/{jobId}/{file}',
      '/healthz',
      '/openapi.json',
      '/reference',
      '/review/{id}',
    ]);
    for (const operation of open) {
      const [method, target] = harmless(operation);
      const { status } = await server.call(method, target, { key: null });
      expect([target, status]).toEqual([target, /^\/(bundles|review)\//.test(target) ? 403 : 200]);
    }
    for (const target of [
      '/v1',
      '/unknown',
      '/healthz/',
      '/HEALTHZ',
      '/v1/keys/',
      '/reference/x',
      '//healthz',
    ]) {
      expect([target, (await server.call('GET', target, { key: null })).status]).toEqual([target, 401]);
    }
  });

  it('add up', async () => {
    const { key } = await createKey({ name: 'x', scopes: ['read', 'admin'] });
    expect((await server.call('GET', '/v1/keys', { key })).status).toBe(200);
  });

  it('are not needed by the owner of the data folder, whose secret opens nothing on the network', async () => {
    expect((await server.owner.call('GET', '/v1/keys')).status).toBe(200);
    expect((await server.owner.call('GET', '/v1/keys', { key: 'wrong' })).status).toBe(401);
    expect((await server.owner.call('GET', '/v1/keys', { key: null })).status).toBe(401);
    const { secret } = server.running.descriptor;
    expect((await server.call('GET', '/v1/keys', { key: secret })).status).toBe(401);
  });
});

describe('wrong keys', () => {
  it('are told to wait after 20 within a minute, while a right key still works', async () => {
    const attacked = await startServer();
    for (let index = 0; index < 20; index++) {
      expect((await ask(newAdminKey(), attacked)).status).toBe(401);
    }
    const { status, headers, error } = await ask(newAdminKey(), attacked);
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(error).toContain(`${seconds} seconds`);
    expect((await ask('offp_typo', attacked)).status).toBe(429);
    expect((await ask(attacked.keys.read, attacked)).status).toBe(200);
    // A request without a key still gets a hint on what to send.
    expect((await attacked.call('GET', JOBS, { key: null })).status).toBe(401);
  });
});
