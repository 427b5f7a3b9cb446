import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bundleOf,
  publishOnce,
  siteOf,
  temporary,
} from '../../server/publications/publishing.test-support.ts';
import { openS3 } from '../../server/publications/targets/s3.ts';
import { type S3Options, s3Bucket } from '../../server/publications/targets/s3-bucket.ts';
import { type Bundles, freePort, listening, testPublishing, twoBundles } from './publishing-peer.ts';

/** Publishing to object storage: s3rver, of npm. It knows no conditional writes, no checksums and no clocks (KNOWN_GAPS.md). */
const PROGRAM = path.resolve('node_modules/s3rver/bin/s3rver.js');
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

console.log('Publishing to s3rver runs.');

describe('S3 by s3rver', () => {
  const work = temporary('s3');
  const storage = path.join(work, 'storage');
  let bundles: Bundles;
  let port: number;
  let server: ChildProcess;
  let folders = 0;

  const start = async (): Promise<void> => {
    const args = ['--directory', storage, '--address', '127.0.0.1', '--port', `${port}`, '--silent'];
    server = spawn(process.execPath, [PROGRAM, ...args, '--configure-bucket', 'docs'], { stdio: 'ignore' });
    await listening(port);
  };
  const kill = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  const options = (prefix: string, at: number, change: Partial<S3Options> = {}): S3Options => ({
    endpoint: `http://127.0.0.1:${at}`,
    region: 'us-east-1',
    bucket: 'docs',
    prefix,
    ...CREDENTIALS,
    ...change,
  });
  const open =
    (prefix: string, at: number, change: Partial<S3Options> = {}) =>
    async (signal: AbortSignal) =>
      openS3(options(prefix, at, change), signal);
  const folder = async (): Promise<string> => `site ${++folders}`;

  beforeAll(async () => {
    fs.mkdirSync(storage);
    bundles = await twoBundles(work);
    port = await freePort();
    await start();
  });
  afterAll(() => kill());

  testPublishing({ port: () => port, folder, open, kill, start }, () => bundles);

  test('browsers are told what each object is, and ask for pages anew', async () => {
    const prefix = await folder();
    await publishOnce({ openTarget: open(prefix, port), bundle: bundles.one });
    const { client, bucket, keyOf } = s3Bucket(options(prefix, port));
    const headers = async (file: string) => {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: keyOf(`releases/1.0/${file}`) });
      const { ContentType, CacheControl } = await client.send(command);
      return [ContentType, CacheControl];
    };
    expect(await headers('index.html')).toEqual(['text/html; charset=utf-8', 'no-cache']);
    expect(await headers('style.css')).toEqual(['text/css; charset=utf-8', 'public, max-age=3600']);
    client.destroy();
  });

  test('a large file travels in parts', async () => {
    const prefix = await folder();
    const large = randomBytes(20 * 2 ** 20);
    const bundle = await bundleOf(work, '3.0', { ...siteOf('3.0'), 'large.bin': large });
    await publishOnce({ openTarget: open(prefix, port), bundle });
    const { client, bucket, keyOf } = s3Bucket(options(prefix, port));
    const Key = keyOf('releases/3.0/large.bin');
    const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const hash = createHash('sha256');
    for await (const chunk of Body as AsyncIterable<Buffer>) hash.update(chunk);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
    expect(ETag).toMatch(/-3"$/);
    client.destroy();
  });

  test.for<[what: string, change: Partial<S3Options>, said: RegExp]>([
    ['a wrong secret key', { secretAccessKey: 'wrong' }, /does not take the secret key/],
    ['an unknown access key id', { accessKeyId: 'nobody' }, /does not know this access key id/],
    ['a bucket that is not there', { bucket: 'absent' }, /has no bucket absent/],
  ])('%s is refused at once', async ([, change, said]) => {
    const publishing = publishOnce({ openTarget: open('x', port, change), bundle: bundles.one });
    await expect(publishing).rejects.toMatchObject({
      code: 'target-refused',
      message: expect.stringMatching(said),
    });
  });
});
