import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { ask, bundleOf, hostOf, POLICY, siteOf, type TestHost } from './hosting.test-support.ts';

const site = siteOf('1');

describe.each(['files', 'zip'] as const)('a version that is kept as %s', (storage) => {
  let host: TestHost;

  beforeAll(async () => {
    host = await hostOf({ bundleUrl: (await bundleOf('1')).file }, { storage });
  });

  describe('a path', () => {
    it.each([
      ['/', 200, 'index.html'],
      ['/?a=b', 200, 'index.html'],
      ['/index.html', 200, 'index.html'],
      ['/guide/', 200, 'guide/index.html'],
      ['/guide/setup', 200, 'guide/setup.html'],
      ['/guide/setup.html', 200, 'guide/setup.html'],
      ['/guide/set%75p', 200, 'guide/setup.html'],
      ['/a%20file', 200, 'a file.html'],
      ['/style.css', 200, 'style.css'],
      ['/big.bin', 200, 'big.bin'],
    ])('%s is a file of the bundle', async (place, status, file) => {
      const answer = await ask(host.url, place);
      expect([answer.status, answer.body.equals(Buffer.from(site[file] ?? ''))]).toEqual([status, true]);
    });

    it.each([
      ['/guide', '/guide/'],
      ['/guide?a=b&c', '/guide/?a=b&c'],
      ['/guide/setup/', '/guide/setup'],
      ['/a%20file/', '/a%20file'],
    ])('%s leads to %s', async (place, location) => {
      const { status, headers } = await ask(host.url, place);
      expect([status, headers.location]).toEqual([302, location]);
    });

    it.each([
      ['/none', 404],
      ['/none.html', 404],
      ['/style', 404],
      ['/style.css.gz', 404],
      ['/style.css/', 302],
      ['//guide/', 404],
      ['//evil.example/', 404],
      ['/guide//setup', 404],
      ['/..', 404],
      ['/../release.json', 404],
      ['/%2e%2e/release.json', 404],
      ['/..%2frelease.json', 404],
      ['/guide/../../release.json', 404],
      ['/..%5c..%5crelease.json', 404],
      ['/%', 400],
      ['/%zz', 400],
      ['/%ff', 400],
      ['/%00', 400],
      ['/index.html%00.css', 400],
      [`/${'a/'.repeat(4_000)}`, 404],
      ['*', 400],
      ['http://[', 400],
    ])('%s is answered with %i', async (place, status) => {
      const answer = await ask(host.url, place);
      expect(answer.status).toBe(status);
      expect((await ask(host.url, '/')).status).toBe(200);
    });

    test('that is not there gets the 404 page, which works at any depth', async () => {
      const { status, headers, body } = await ask(host.url, '/there/is/none');
      expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([
        404,
        'text/html',
        POLICY,
      ]);
      expect(body.toString()).toMatch(/<head><base href="\/">[\s\S]*Not here/);
    });
  });

  describe('an answer', () => {
    test('says what a file is, which version it is of, and to ask again', async () => {
      const { headers } = await ask(host.url, '/guide/setup');
      expect(headers).toMatchObject({
        'content-type': 'text/html',
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'offprint-version': '1',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      });
      expect((await ask(host.url, '/style.css')).headers['content-security-policy']).toBeUndefined();
    });

    it.each([
      ['br', storage === 'files' ? 'br' : undefined],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', storage === 'files' ? 'br' : 'gzip'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['*', storage === 'files' ? 'br' : 'gzip'],
      ['identity', undefined],
      ['br;q=0, gzip;q=0', undefined],
      ['deflate', undefined],
    ])('for "%s" comes in %s', async (accepted, coding) => {
      const { headers, body } = await ask(host.url, '/style.css', { 'accept-encoding': accepted });
      const plain = coding === 'br' ? zlib.brotliDecompressSync(body) : coding ? zlib.gunzipSync(body) : body;
      expect(headers['content-encoding']).toBe(coding);
      expect(plain.toString()).toBe(site['style.css']);
    });

    test('is 304 to who has it, in the encoding that they have it in', async () => {
      const accepted = { 'accept-encoding': 'br, gzip' };
      const { headers } = await ask(host.url, '/style.css', accepted);
      const tag = String(headers.etag);
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const { status, body } = await ask(host.url, '/style.css', { ...accepted, 'if-none-match': known });
        expect([known, status, body.length]).toEqual([known, 304, 0]);
      }
      expect((await ask(host.url, '/style.css', { 'if-none-match': tag })).status).toBe(200);
    });

    test('is a part where one is asked for', async () => {
      const { headers } = await ask(host.url, '/big.bin');
      const part = async (extra: Record<string, string>) => {
        const answer = await ask(host.url, '/big.bin', {
          'accept-encoding': 'br',
          range: 'bytes=599990-',
          ...extra,
        });
        return [answer.status, answer.headers['content-range'], answer.body.length];
      };
      expect(await part({})).toEqual([206, 'bytes 599990-599999/600000', 10]);
      expect(await part({ 'if-range': String(headers.etag) })).toEqual([
        206,
        'bytes 599990-599999/600000',
        10,
      ]);
      expect(await part({ 'if-range': '"another"' })).toEqual([200, undefined, 600_000]);
      expect(await part({ range: 'bytes=700000-' })).toEqual([416, 'bytes */600000', expect.any(Number)]);
      expect(await part({ range: 'bytes=-5' })).toEqual([206, 'bytes 599995-599999/600000', 5]);
    });

    it.each(['/', '/big.bin', '/none', '/guide', '/healthz'])(
      'to HEAD %s has the headers of GET',
      async (place) => {
        const [get, head] = [await ask(host.url, place), await ask(host.url, place, {}, 'HEAD')];
        const { date: _one, ...expected } = get.headers;
        const { date: _other, ...headers } = head.headers;
        expect([head.status, headers, head.body.length]).toEqual([get.status, expected, 0]);
      },
    );

    test('to another method says which there are', async () => {
      const { status, headers } = await ask(host.url, '/', {}, 'POST');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    });

    test('of a large compressible file is the file, in each coding and in parts', async () => {
      const words = site['words.txt'] as string;
      for (const coding of ['identity', 'gzip']) {
        const { headers, body } = await ask(host.url, '/words.txt', { 'accept-encoding': coding });
        const plain = headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(body) : body;
        expect([coding, headers['content-length'], plain.toString() === words]).toEqual([
          coding,
          String(body.length),
          true,
        ]);
      }
      const { status, headers, body } = await ask(host.url, '/words.txt', { range: 'bytes=400000-400009' });
      expect([status, headers['content-range'], body.toString()]).toEqual([
        206,
        `bytes 400000-400009/${words.length}`,
        words.slice(400_000, 400_010),
      ]);
    });

    test('is never a file that is damaged on the disk', async () => {
      const damaged = await hostOf({ bundleUrl: (await bundleOf('1')).file }, { storage });
      const folder = path.join(
        damaged.stateFolder,
        fs.readlinkSync(path.join(damaged.stateFolder, 'current')),
      );
      if (storage === 'files') fs.truncateSync(path.join(folder, 'site', 'index.html'), 10);
      else {
        const { files } = JSON.parse(fs.readFileSync(path.join(folder, 'release.json'), 'utf8'));
        const { offset } = files.find((file: { path: string }) => file.path === 'index.html').entry;
        const archive = fs.openSync(path.join(folder, 'bundle.zip'), 'r+');
        fs.writeSync(archive, Buffer.alloc(40, 0x55), 0, 40, offset + 20);
        fs.closeSync(archive);
      }
      expect((await ask(damaged.url, '/')).status).toBe(500);
      expect((await ask(damaged.url, '/style.css')).status).toBe(200);
    });
  });
});
