import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CreateBucketCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  bundleOf as apiBundleOf,
  completedJob,
  domainOf,
  makeProject,
  makeSecretFile,
  startServer,
} from '../../server/api/test-support.ts';
import type { AuditTrail } from '../../server/api/wire.types.ts';
import { putLinkedArchive } from '../../server/publications/linked-archives.ts';
import {
  bundleOf,
  publishOnce,
  siteOf,
  temporary,
} from '../../server/publications/publishing.test-support.ts';
import { type Content, readText, type Target, writeText } from '../../server/publications/target.ts';
import { openS3 } from '../../server/publications/targets/s3.ts';
import { type S3Options, s3Bucket } from '../../server/publications/targets/s3-bucket.ts';
import { offprint } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Bundles, testPublishing, twoBundles } from './publishing-peer.ts';
import { missingForSwift, SWIFT_KEYS, type SwiftServer, startSwift } from './swift-server.ts';

/** Publishing to object storage: OpenStack Swift with its S3 API. It knows no conditional writes. */
const missing = missingForSwift();
console.log(
  missing ? `Publishing to S3 is skipped: no ${missing} here.` : 'Publishing to Swift (s3api) runs.',
);

describe.skipIf(missing !== undefined)('S3 by Swift', () => {
  const work = temporary('s3');
  let bundles: Bundles;
  let swift: SwiftServer;
  let folders = 0;

  const options = (prefix: string, at: number, change: Partial<S3Options> = {}): S3Options => ({
    endpoint: `http://127.0.0.1:${at}`,
    region: 'us-east-1',
    bucket: 'docs',
    prefix,
    ...SWIFT_KEYS,
    ...change,
  });
  const open =
    (prefix: string, at: number, change: Partial<S3Options> = {}) =>
    async (signal: AbortSignal) =>
      openS3(options(prefix, at, change), signal);
  const folder = async (): Promise<string> => `site ${++folders}`;

  beforeAll(async () => {
    bundles = await twoBundles(work);
    swift = await startSwift(path.join(work, 'swift'));
    const { client } = s3Bucket(options('', swift.port));
    await client.send(new CreateBucketCommand({ Bucket: 'docs' }));
    client.destroy();
  });
  afterAll(() => swift.close());

  testPublishing(
    {
      port: () => swift.port,
      folder,
      open,
      kill: () => swift.kill(),
      start: () => swift.start(),
      missesWhileReplaced: true,
      usualFaults: ['cut off'],
    },
    () => bundles,
  );

  test('browsers are told what each object is, and ask for pages anew', async () => {
    const prefix = await folder();
    await publishOnce({ openTarget: open(prefix, swift.port), bundle: bundles.one });
    const { client, bucket, keyOf } = s3Bucket(options(prefix, swift.port));
    const headers = async (file: string) => {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: keyOf(`releases/1.0/${file}`) });
      const { ContentType, CacheControl } = await client.send(command);
      return [ContentType, CacheControl];
    };
    expect(await headers('index.html')).toEqual(['text/html; charset=utf-8', 'no-cache']);
    expect(await headers('offprint-site.js')).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=3600',
    ]);
    client.destroy();
  });

  test.runIf(isFullRun)('a large file travels in parts', async () => {
    const prefix = await folder();
    const large = randomBytes(20 * 2 ** 20);
    const bundle = await bundleOf(work, '3.0', { ...siteOf('3.0'), 'large.bin': large });
    await publishOnce({ openTarget: open(prefix, swift.port), bundle });
    const { client, bucket, keyOf } = s3Bucket(options(prefix, swift.port));
    const Key = keyOf('releases/3.0/large.bin');
    const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const hash = createHash('sha256');
    for await (const chunk of Body as AsyncIterable<Buffer>) hash.update(chunk);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
    expect(ETag).toMatch(/-3"$/);
    client.destroy();
  });

  test('a large file that was cut off goes on with the part that it stopped at', async () => {
    const bytes = randomBytes(20 * 2 ** 20);
    const file = { path: 'releases/4.0/large.bin', sizeBytes: bytes.length, sha256: '' };
    const begins: number[] = [];
    const content: Content = async function* (from) {
      begins.push(from);
      yield bytes.subarray(from);
    };
    const prefix = await folder();
    const stopping = new AbortController();
    const stopped = openS3(options(prefix, swift.port), stopping.signal);
    const cut = stopped.write(file, content, () => stopping.abort(new Error('Cut off.')));
    await expect(cut).rejects.toThrow('Cut off.');
    await stopped.close();
    const target = openS3(options(prefix, swift.port), AbortSignal.timeout(60_000));
    expect(await target.read(file.path)).toBeNull();
    await target.write(file, content, () => {});
    expect(begins).toEqual([0, 8 * 2 ** 20]);
    const hash = createHash('sha256');
    for await (const chunk of (await target.read(file.path)) ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    await target.close();
  });

  test('what has a name that addresses have to escape is copied there', async () => {
    const target = openS3(options(await folder(), swift.port), AbortSignal.timeout(60_000));
    const name = 'c++/a#b %41 \u00fc.html';
    await writeText(target, `releases/1.0/${name}`, '<p>C++');
    expect(await target.copy(`releases/1.0/${name}`, `releases/2.0/${name}`)).toBe(true);
    expect(await readText(target, `releases/2.0/${name}`)).toBe('<p>C++');
    await target.close();
  });

  test('links of a project lead to the bucket, where an archive is once, and expire', async () => {
    const server = await startServer({ secretFile: makeSecretFile() });
    const prefix = await folder();
    const { secretAccessKey, ...settings } = { kind: 's3', ...options(prefix, swift.port) };
    const body = { name: 'store', settings, secrets: { secretAccessKey } };
    const made = await server.owner.call('POST', '/v1/targets', { body });
    expect(made.status, made.error).toBe(201);
    const project = await makeProject(server);
    const domain = domainOf(project);
    const { jobId } = await completedJob(server, domain, { version: '1' });
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await offprint([...args, '--data', server.dataFolder]);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    await run('projects', 'set', domain, '--link-target', 'store');
    expect(await run('projects', 'show', domain)).toContain('Links from  store\n');

    const asked = Date.now();
    const bundle = await apiBundleOf(server, jobId, { format: 'zip', expiresInSeconds: 600 });
    const url = new URL(bundle.bundleUrl);
    expect(url.origin).toBe(`http://127.0.0.1:${swift.port}`);
    expect(decodeURIComponent(url.pathname)).toBe(`/docs/${prefix}/bundles/${bundle.sha256}/bundle.zip`);
    expect(Date.parse(bundle.expiresAt) - asked).toBeGreaterThan(590_000);
    const file = path.join(work, 'fetched.zip');
    const argv = ['-fsS', '--dump-header', '-', '--output', file, bundle.bundleUrl];
    const curl = spawnSync('curl', argv, { encoding: 'utf8' });
    expect(curl.status, curl.stderr).toBe(0);
    expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(bundle.sha256);
    expect(curl.stdout).toMatch(
      new RegExp(`^content-disposition: attachment; filename="${domain}-1\\.zip"`, 'im'),
    );
    expect((await fetch(bundle.bundleUrl.replace(bundle.sha256, '0'.repeat(64)))).status).toBe(403);

    // Asked again, and by the edition that has no bundle call.
    const again = await Promise.all([1, 2].map(() => apiBundleOf(server, jobId, { format: 'zip' })));
    expect(new Set(again.map(({ bundleUrl }) => new URL(bundleUrl).pathname)).size).toBe(1);
    const audit = (await server.call('GET', '/v1/audit')).body as AuditTrail;
    expect(audit.entries.filter(({ action }) => action === 'archive-linked')).toMatchObject([
      { by: 'write', subject: 'store', detail: { jobId, sha256: bundle.sha256 } },
    ]);
    await vi.waitFor(async () => {
      const { body: edition } = await server.call(
        'GET',
        `/v1/static-export/${project.projectId}/jobs/${jobId}`,
      );
      expect(edition).toMatchObject({
        status: 'completed',
        bundleUrl: expect.stringContaining('/bundle.tar.gz?'),
      });
    });

    expect(await run('jobs', 'bundle', jobId)).toContain(bundle.bundleUrl.split('?')[0]);
    expect(await run('jobs', 'bundle', jobId, '--no-link-target')).toContain(
      `${server.url}/bundles/${jobId}/`,
    );
    const out = path.join(work, 'saved.zip');
    await run('jobs', 'bundle', jobId, '--out', out);
    expect(fs.readFileSync(out)).toEqual(fs.readFileSync(file));

    // Signed an hour ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      const old = await apiBundleOf(server, jobId, { format: 'zip', expiresInSeconds: 600 });
      expect(Date.parse(old.expiresAt)).toBeLessThan(asked);
      const expired = await fetch(old.bundleUrl);
      expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('expired')]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an archive for links that was cut off is not there, and goes on when its link is asked for again', async () => {
    const bytes = randomBytes(20 * 2 ** 20);
    fs.writeFileSync(path.join(work, 'archive.zip'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const about = { jobId: 'se_1', format: 'zip', file: 'archive.zip' } as const;
    const prefix = await folder();
    const begins: number[] = [];
    const put = async (stopping: AbortController, onBytes = () => {}): Promise<boolean> => {
      const target = openS3(options(prefix, swift.port), stopping.signal);
      const watched: Target = {
        ...target,
        write: (file, content) => {
          const noted: Content = (from) => {
            begins.push(from);
            return content(from);
          };
          return target.write(file, noted, onBytes);
        },
      };
      const archive = { ...about, sizeBytes: bytes.length, sha256 };
      return putLinkedArchive(watched, archive, work, stopping.signal).finally(target.close);
    };
    const stopping = new AbortController();
    await expect(put(stopping, () => stopping.abort(new Error('Cut off.')))).rejects.toThrow('Cut off.');
    const target = openS3(options(prefix, swift.port), AbortSignal.timeout(60_000));
    expect(await target.list('bundles')).toEqual([]);
    await target.close();
    expect(await put(new AbortController())).toBe(true);
    expect(begins).toEqual([0, 8 * 2 ** 20]);
    expect(await put(new AbortController())).toBe(false);
  });

  test('a clock that is wrong is named, with the other one', async () => {
    const publishing = (): Promise<unknown> =>
      publishOnce({ openTarget: open('x', swift.port), bundle: bundles.one });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      await expect(publishing()).rejects.toMatchObject({
        code: 'target-refused',
        message: expect.stringMatching(
          /^The clock on this computer \(.* GMT\) does not match the one on 127\.0\.0\.1:\d+ \(.* GMT\)\./,
        ),
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test.for<[what: string, change: Partial<S3Options>, said: RegExp]>([
    ['a wrong secret key', { secretAccessKey: 'wrong' }, /(?:denied access|does not accept the secret key)/],
    [
      'an unknown access key id',
      { accessKeyId: 'nobody' },
      /(?:denied access|does not recognize the access key ID)/,
    ],
    ['a bucket that is not there', { bucket: 'absent' }, /has no bucket absent/],
  ])('%s is refused at once', async ([, change, said]) => {
    const publishing = publishOnce({ openTarget: open('x', swift.port, change), bundle: bundles.one });
    await expect(publishing).rejects.toMatchObject({
      code: 'target-refused',
      message: expect.stringMatching(said),
    });
  });
});
