import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSite, page, skipBecause, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import {
  type Bundle,
  bundleOf,
  type CallOptions,
  completedJob,
  domainOf,
  followLink,
  JOBS,
  makeProject,
  makeSecretFile,
  startServer,
  type TestServer,
} from './test-support.ts';

const run = promisify(execFile);
/** Too large for the buffers of a connection. */
const LARGE_BYTES = 12_000_000;

let server: TestServer;
let domain: string;
let jobId: string;
let bundle: Bundle;
let whole: Buffer;

beforeAll(async () => {
  server = await startServer();
  const site = makeSite({ 'index.html': page('Start'), 'large.png': randomBytes(LARGE_BYTES) });
  domain = domainOf(await makeProject(server, site));
  ({ jobId } = await completedJob(server, domain, { version: 'v1' }));
  bundle = await bundleOf(server, jobId);
  whole = (await followLink(server, bundle.bundleUrl)).bytes;
});

const follow = (options?: CallOptions & { method?: string }) => followLink(server, bundle.bundleUrl, options);
const setting = (change: object) => server.owner.call('PATCH', '/v1/settings', { body: change });

describe('a link to a bundle', () => {
  it('is absolute, leads to this server, and its signature is safe in shells', () => {
    const url = new URL(bundle.bundleUrl);
    expect(url.origin).toBe(server.url);
    expect(url.pathname).toBe(`/bundles/${jobId}/${domain}-v1.tar.gz`);
    expect(url.search).toMatch(/^\?expires=\d{10}&key=[0-9a-z-]+&signature=[A-Za-z0-9_-]{43}$/);
  });

  it('gives the archive without any Authorization header, and nothing else opens it', async () => {
    const { status, headers, bytes } = await follow();
    expect(status).toBe(200);
    expect(bytes.length).toBe(bundle.sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(bundle.sha256);
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bundle.sizeBytes),
      'accept-ranges': 'bytes',
      etag: `"${bundle.sha256}"`,
      'content-disposition': `attachment; filename="${domain}-v1.tar.gz"`,
      'x-content-type-options': 'nosniff',
    });
    const { pathname } = new URL(bundle.bundleUrl);
    const unsigned = await server.call('GET', pathname, { key: server.keys.admin });
    expect(unsigned.status).toBe(403);
    expect(unsigned.error).toContain('incomplete');
  });

  it('works with a key in the Authorization header too, even a wrong one', async () => {
    expect((await follow({ method: 'HEAD', key: 'nonsense' })).status).toBe(200);
  });

  it('works with curl as it is', async ({ skip }) => {
    if (spawnSync('curl', ['--version']).status !== 0) skipBecause(skip, 'curl is not installed');
    const folder = temporaryFolder('curl');
    await run('curl', ['-sSfOJ', bundle.bundleUrl], { cwd: folder });
    expect(fs.readdirSync(folder)).toEqual([`${domain}-v1.tar.gz`]);
    expect(fs.readFileSync(path.join(folder, `${domain}-v1.tar.gz`)).equals(whole)).toBe(true);
  });

  it('answers HEAD like GET, without the body', async () => {
    const [head, get] = [await follow({ method: 'HEAD' }), await follow()];
    expect(head.status).toBe(200);
    expect(head.bytes.length).toBe(0);
    const { date: _, ...expected } = get.headers;
    expect(head.headers).toMatchObject(expected);
  });

  it('may be followed from a page of another site', async () => {
    const headers = { origin: 'https://intranet.example', 'sec-fetch-site': 'cross-site' };
    const { status, headers: answered } = await follow({ method: 'HEAD', headers });
    expect(status).toBe(200);
    expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('takes no %s', async (method) => {
    const { pathname, search } = new URL(bundle.bundleUrl);
    const answer = await server.call(method, pathname + search, { key: server.keys.admin });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('a link that is asked for again before it was answered', () => {
  it.runIf(process.platform === 'linux')('leaves no file open once the connection has gone', async () => {
    const { pathname, search } = new URL((await bundleOf(server, jobId)).bundleUrl);
    const openFiles = (): number =>
      fs.readdirSync('/proc/self/fd').filter((name) => {
        try {
          return fs.readlinkSync(`/proc/self/fd/${name}`).includes(jobId);
        } catch {
          return false;
        }
      }).length;
    const connection = await server.connect();
    connection.socket.pause();
    connection.write(
      server
        .requestBytes('GET', pathname + search, { key: null })
        .toString()
        .repeat(4),
    );
    await expect.poll(openFiles).toBeGreaterThan(0);
    connection.destroy();
    await expect.poll(openFiles).toBe(0);
  });
});

describe('a link that one holder asks for without end', () => {
  it.runIf(isFullRun)(
    'is one link, whatever is added to it: others still get what theirs lead to',
    async () => {
      const { pathname, search } = new URL((await bundleOf(server, jobId)).bundleUrl);
      const crowd = [];
      for (let index = 0; index < 200; index++) {
        const connection = await server.connect();
        connection.socket.pause();
        connection.write(server.requestBytes('GET', `${pathname}${search}&x=${index}`, { key: null }));
        crowd.push(connection);
      }
      const status = async (link: string): Promise<number> =>
        (await followLink(server, link, { method: 'HEAD' })).status;
      await expect.poll(() => status(`${server.url}${pathname}${search}&x=more`)).toBe(503);
      expect(await status((await bundleOf(server, jobId, { expiresInSeconds: 1234 })).bundleUrl)).toBe(200);
      for (const connection of crowd) connection.destroy();
      await expect.poll(() => status(`${server.url}${pathname}${search}`)).toBe(200);
    },
  );
});

describe('an archive for people', () => {
  it('unpacks into one folder, and only where that is asked for', async () => {
    const tiny = domainOf(await makeProject(server));
    const { jobId } = await completedJob(server, tiny, { version: 'v1' });
    const plain = await bundleOf(server, jobId);
    const asked = await bundleOf(server, jobId, { forPeople: true });
    const { headers, bytes } = await followLink(server, asked.bundleUrl);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(asked.sha256);
    expect(asked.sha256).not.toBe(plain.sha256);
    expect(headers['content-disposition']).toBe(`attachment; filename="${tiny}-v1.tar.gz"`);
    const file = path.join(temporaryFolder(), 'bundle.tar.gz');
    fs.writeFileSync(file, bytes);
    const names = (await run('tar', ['-tzf', file])).stdout.trim().split('\n');
    expect(names.filter((name) => !name.startsWith(`${tiny}-v1/`))).toEqual([]);
    expect((await bundleOf(server, jobId)).sha256).toBe(plain.sha256);
    await setting({ archiveFolder: false });
    expect((await bundleOf(server, jobId, { forPeople: true })).sha256).toBe(plain.sha256);
    await setting({ archiveFolder: null });
  });
});

describe('how long a link works', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const seconds = ({ expiresAt }: Bundle): number => Math.round((Date.parse(expiresAt) - Date.now()) / 1000);

  it('is an hour, or what the setting or the request says, to the second that the link itself names', async () => {
    expect(seconds(await bundleOf(server, jobId))).toBeGreaterThan(3595);
    expect(seconds(await bundleOf(server, jobId))).toBeLessThanOrEqual(3600);
    const longest = await bundleOf(server, jobId, { expiresInSeconds: 7 * 86_400 });
    expect(seconds(longest)).toBeGreaterThan(7 * 86_400 - 5);
    await setting({ linkLifetimeSeconds: 120 });
    const set = await bundleOf(server, jobId);
    expect(seconds(set)).toBeGreaterThan(115);
    expect(seconds(set)).toBeLessThanOrEqual(120);
    expect(Number(new URL(set.bundleUrl).searchParams.get('expires')) * 1000).toBe(Date.parse(set.expiresAt));
    expect(seconds(await bundleOf(server, jobId, { expiresInSeconds: 30 }))).toBeLessThanOrEqual(30);
    await setting({ linkLifetimeSeconds: null });
  });

  it('is over to the second: then 403 says that it has expired, and a fresh one works', async () => {
    const link = await bundleOf(server, jobId, { expiresInSeconds: 60 });
    const end = Date.parse(link.expiresAt);
    // The server runs in this process, so its clock is faked too.
    vi.useFakeTimers({ toFake: ['Date'], now: end - 1 });
    expect((await followLink(server, link.bundleUrl, { method: 'HEAD' })).status).toBe(200);
    vi.setSystemTime(end);
    const { status, error } = await followLink(server, link.bundleUrl);
    vi.useRealTimers();
    expect(status).toBe(403);
    expect(error).toContain('expired');
    expect(error).toContain('fresh');
    const fresh = await bundleOf(server, jobId);
    expect((await followLink(server, fresh.bundleUrl, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('a link that was altered', () => {
  const url = () => new URL(bundle.bundleUrl);
  const with_ = (change: (url: URL) => void): string => {
    const altered = url();
    change(altered);
    return altered.pathname + altered.search;
  };
  const cases: readonly (readonly [string, () => string])[] = [
    ['its time is later', () => with_((u) => u.searchParams.set('expires', '9999999999'))],
    ['its time is earlier', () => with_((u) => u.searchParams.set('expires', '1'))],
    [
      'its time has a leading zero',
      () => with_((u) => u.searchParams.set('expires', `0${u.searchParams.get('expires')}`)),
    ],
    ['its file is another', () => with_((u) => (u.pathname = u.pathname.replace('v1', 'v2')))],
    ['its format is another', () => with_((u) => (u.pathname = u.pathname.replace('.tar.gz', '.zip')))],
    ['its job is another', () => with_((u) => (u.pathname = u.pathname.replace(/se_./, 'se_x')))],
    [
      'its path is spelled otherwise',
      () => with_((u) => (u.pathname = u.pathname.replace('bundles', '%62undles'))),
    ],
    ['its signature is another', () => with_((u) => u.searchParams.set('signature', 'A'.repeat(43)))],
    [
      'its signature is shorter',
      () => with_((u) => u.searchParams.set('signature', u.searchParams.get('signature')?.slice(1) ?? '')),
    ],
    ['its signature is padded', () => `${with_(() => {})}=`],
    [
      'its last character is another spelling',
      () => with_((u) => u.searchParams.set('signature', respelled(u.searchParams.get('signature') ?? ''))),
    ],
  ];

  it.each(cases)('is refused: %s', async (_, target) => {
    const { status, error, headers } = await server.call('GET', target(), { key: null });
    expect(status).toBeGreaterThanOrEqual(400);
    expect([401, 403, 404]).toContain(status);
    if (status === 403) expect(error).toMatch(/altered|incomplete/);
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });

  it('in any single character of its signed parts is refused', async () => {
    const { pathname, search } = url();
    const connection = await server.connect();
    const target = pathname + search;
    for (let at = '/bundles/'.length; at < target.length; at++) {
      const character = target[at] === 'a' ? 'b' : 'a';
      const altered = target.slice(0, at) + character + target.slice(at + 1);
      const { status } = await server.callOn(connection, 'GET', altered, { key: null });
      expect([altered, status >= 400]).toEqual([altered, true]);
    }
    connection.destroy();
  });

  it.each(['expires', 'key', 'signature'])(
    'is not whole without its %s, or with two of them',
    async (name) => {
      for (const target of [
        with_((u) => u.searchParams.delete(name)),
        with_((u) => u.searchParams.set(name, '')),
        with_((u) => u.searchParams.append(name, 'x')),
      ]) {
        const { status, error } = await server.call('GET', target, { key: null });
        expect(status).toBe(403);
        expect(error).toContain('incomplete');
      }
    },
  );

  it('still works with parameters added, as proxies and mail programs do', async () => {
    const target = with_((u) => u.searchParams.set('utm_source', 'mail'));
    expect((await server.call('HEAD', target, { key: null })).status).toBe(200);
  });
});

/** Respells a base64url signature: the same bytes with different unused bits (RFC 4648 §3.5). */
function respelled(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = letters.indexOf(signature.at(-1) ?? '');
  return signature.slice(0, -1) + letters[last ^ 1];
}

describe('a part of a bundle', () => {
  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=11900000-', 11_900_000, undefined],
    ['bytes=-10', -10, undefined],
    ['bytes=11900000-999999999999', 11_900_000, undefined],
  ])('%s', async (range, from, to) => {
    const { status, headers, bytes } = await follow({ headers: { range } });
    expect(status).toBe(206);
    expect(bytes.equals(whole.subarray(from, to))).toBe(true);
    const start = from < 0 ? whole.length + from : from;
    expect(headers['content-range']).toBe(`bytes ${start}-${start + bytes.length - 1}/${whole.length}`);
  });

  it.each(['bytes=999999999-', 'bytes=5-2'])('%s is 416 and tells the length', async (range) => {
    const { status, headers, error } = await follow({ headers: { range } });
    if (range === 'bytes=5-2' && status === 200) return; // RFC 9110 §14.1.1: an invalid range may be ignored
    expect(status).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(error).toContain('Start the download again');
  });

  it.each(['lines=1-2', 'bytes=x', 'bytes=0-1,5-6'])(
    '%s is ignored: the whole bundle comes',
    async (range) => {
      expect((await follow({ headers: { range } })).status).toBe(200);
    },
  );

  it('comes with If-Range while the bundle is the same, otherwise the whole bundle', async () => {
    const same = await follow({ headers: { range: 'bytes=5-9', 'if-range': `"${bundle.sha256}"` } });
    expect(same.status).toBe(206);
    const other = await follow({ headers: { range: 'bytes=5-9', 'if-range': '"another"' } });
    expect(other.status).toBe(200);
    expect(other.bytes.equals(whole)).toBe(true);
  });

  it('comes after a download that was cut in the middle, and makes it whole', async () => {
    const { pathname, search } = new URL(bundle.bundleUrl);
    const connection = await server.connect();
    connection.write(server.requestBytes('GET', pathname + search, { key: null }));
    const head = await connection.head();
    const got: Buffer[] = [];
    for await (const piece of connection.pieces(head)) {
      got.push(piece);
      if (Buffer.concat(got).length > 1_000_000) break;
    }
    connection.destroy();
    const first = Buffer.concat(got);
    expect(first.length).toBeLessThan(whole.length);

    const rest = await follow({
      headers: { range: `bytes=${first.length}-`, 'if-range': head.headers.etag ?? '' },
    });

    expect(rest.status).toBe(206);
    expect(Buffer.concat([first, rest.bytes]).equals(whole)).toBe(true);
  });

  it.runIf(isFullRun)('comes to curl -C - as well', async ({ skip }) => {
    if (spawnSync('curl', ['--version']).status !== 0) skipBecause(skip, 'curl is not installed');
    const file = path.join(temporaryFolder('curl'), 'bundle.zip');
    fs.writeFileSync(file, whole.subarray(0, 12_345));
    await run('curl', ['-sSf', '-C', '-', '-o', file, bundle.bundleUrl]);
    expect(fs.readFileSync(file).equals(whole)).toBe(true);
  });
});

describe('a bundle that the reader has already', () => {
  it.each([
    [() => `"${bundle.sha256}"`, 304],
    [() => `"other", W/"${bundle.sha256}"`, 304],
    [() => '*', 304],
    [() => '"other"', 200],
  ])('%s', async (tag, expected) => {
    const { status, bytes, headers } = await follow({ headers: { 'if-none-match': tag() } });
    expect(status).toBe(expected);
    if (status !== 304) return;
    expect(bytes.length).toBe(0);
    expect(headers.etag).toBe(`"${bundle.sha256}"`);
  });

  it('is asked for with If-Match', async () => {
    const match = (tag: string) => follow({ method: 'HEAD', headers: { 'if-match': tag } });
    expect((await match(`"${bundle.sha256}"`)).status).toBe(200);
    expect((await match('"other"')).status).toBe(412);
  });
});

describe('the host of a link', () => {
  it("is the setting publicUrl, never the request's own Host", async () => {
    const answer = await server.call('POST', `${JOBS}/${jobId}/bundle`, {
      headers: { host: `localhost:${new URL(server.url).port}` },
    });
    expect(new URL((answer.body as Bundle).bundleUrl).origin).toBe(server.url);
    await setting({ publicUrl: 'https://offprint.example/docs/' });
    const { bundleUrl } = await bundleOf(server, jobId);
    expect(bundleUrl).toMatch(/^https:\/\/offprint\.example\/docs\/bundles\/se_/);
    // The link also works behind a proxy that strips its path prefix.
    const { pathname, search } = new URL(bundleUrl);
    const target = pathname.replace(/^\/docs/, '') + search;
    expect((await server.call('HEAD', target, { key: null })).status).toBe(200);
    await setting({ publicUrl: null });
  });

  it('that publicUrl names is answered at once, and no longer once the setting has gone', async () => {
    const ask = () => follow({ method: 'HEAD', headers: { host: 'offprint.example' } });
    expect((await ask()).status).toBe(421);
    await setting({ publicUrl: 'https://offprint.example' });
    expect((await ask()).status).toBe(200);
    await setting({ publicUrl: null });
    expect((await ask()).status).toBe(421);
  });
});

describe('the keys that sign links', () => {
  type LinkKeys = { linkKeys: { linkKeyId: string; signs: boolean; createdAt: string }[] };
  const call = (method: string, target = '') =>
    server.call(method, `/v1/link-keys${target}`, { key: server.keys.admin });
  const keyOf = (url: string): string => new URL(url).searchParams.get('key') ?? '';

  it('are rotated: links of the older one work until they expire, new ones are signed with the new one', async () => {
    const older = await bundleOf(server, jobId);
    const rotated = await call('POST');
    expect(rotated.status).toBe(201);
    const keys = (rotated.body as LinkKeys).linkKeys;
    expect(keys.map(({ signs }) => signs)).toEqual([...keys.slice(1).map(() => false), true]);
    const newer = await bundleOf(server, jobId);
    expect(keyOf(older.bundleUrl)).toBe(keys.at(-2)?.linkKeyId);
    expect(keyOf(newer.bundleUrl)).toBe(keys.at(-1)?.linkKeyId);
    for (const { bundleUrl } of [older, newer]) {
      expect((await followLink(server, bundleUrl, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('are revoked: their links stop working at once, those of the others do not', async () => {
    const older = await bundleOf(server, jobId);
    await call('POST');
    const newer = await bundleOf(server, jobId);
    expect((await call('DELETE', `/${keyOf(older.bundleUrl)}`)).status).toBe(204);
    const { status, error } = await followLink(server, older.bundleUrl);
    expect(status).toBe(403);
    expect(error).toContain('no longer in use');
    expect((await followLink(server, newer.bundleUrl, { method: 'HEAD' })).status).toBe(200);
    const { body } = await call('GET');
    expect((body as LinkKeys).linkKeys.map(({ linkKeyId }) => linkKeyId)).not.toContain(
      keyOf(older.bundleUrl),
    );
    expect((await call('DELETE', `/${keyOf(older.bundleUrl)}`)).status).toBe(404);
  });

  it('revoked, all of them: the next link is signed with a new one', async () => {
    const { body } = await call('GET');
    for (const { linkKeyId } of (body as LinkKeys).linkKeys) await call('DELETE', `/${linkKeyId}`);
    const fresh = await bundleOf(server, jobId);
    expect((await followLink(server, fresh.bundleUrl, { method: 'HEAD' })).status).toBe(200);
    bundle = fresh;
  });

  it('never come out of the API', async () => {
    const { body } = await call('GET');
    for (const key of (body as LinkKeys).linkKeys) {
      expect(Object.keys(key).sort()).toEqual(['createdAt', 'linkKeyId', 'signs']);
    }
  });

  it.runIf(isFullRun)('survive a restart where there is a secret file, and so do the links', async () => {
    const secretFile = makeSecretFile();
    const first = await startServer({ secretFile });
    const own = domainOf(await makeProject(first));
    const job = await completedJob(first, own);
    const { bundleUrl } = await bundleOf(first, job.jobId);
    await first.stop();
    const second = await startServer({ secretFile, dataFolder: first.dataFolder, keys: first.keys });
    expect((await followLink(second, bundleUrl)).status).toBe(200);
  });
});

describe('a file name that looks like that of a delta', () => {
  it('is a name like any other', async () => {
    const tiny = domainOf(await makeProject(server));
    const job = await completedJob(server, tiny, { version: `x-delta-from-${jobId}` });
    const { bundleUrl, sizeBytes } = await bundleOf(server, job.jobId);
    const { status, headers } = await followLink(server, bundleUrl, { method: 'HEAD' });
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBe(sizeBytes);
  });
});

describe('a bundle whose file is gone', () => {
  it('is 404 and says what to do', async () => {
    const job = await completedJob(server, domainOf(await makeProject(server)));
    const { bundleUrl } = await bundleOf(server, job.jobId);
    for (const format of ['zip', 'tar.gz']) {
      fs.rmSync(path.join(server.dataFolder, 'exports', job.jobId, `bundle.${format}`));
    }
    const dead = await followLink(server, bundleUrl);
    expect(dead.status).toBe(404);
    expect(dead.error).toMatch(/export the site again/i);
    const { status, error } = await server.call('POST', `${JOBS}/${job.jobId}/bundle`);
    expect(status).toBe(404);
    expect(error).toContain('Export the site again');
  });
});
