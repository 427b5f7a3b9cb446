import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { CURRENT, PARTS, releaseFolder, versionOfPointer } from '../layout.ts';
import { readText, type Target, type TargetFile, writeText } from '../target.ts';
import { whyNoName } from './file-systems.ts';
import { type S3Options, s3Bucket } from './s3-bucket.ts';
import { isAbsent, s3Fault, statusOf } from './s3-faults.ts';
import { cacheControlOf, contentTypeOf } from './s3-headers.ts';
import { abortUploads, PART_BYTES, putInParts } from './s3-multipart.ts';
import { guardedRequests } from './silence-limit.ts';

const LIMITS = { name: 'S3', maxFileBytes: null, windowsNames: false };
/** Limit of CopyObject (5 GiB). */
const COPY_MAX_BYTES = 5 * 2 ** 30;
const MAX_OBJECT_BYTES = 5 * 2 ** 40;
/** Time window in which two concurrent writers can see each other, on servers without conditional writes. */
const AGREEMENT_MS = 1_000;
const REMOVED_AT_ONCE = 8;

/**
 * A bucket on an S3-compatible server, or the part under a prefix. Unchanged files are copied on the server,
 * interrupted large files are resumed at the failed part, and `current` is a small object.
 */
export function openS3(options: S3Options, signal: AbortSignal): Target {
  const place = new URL(options.endpoint).host;
  const at = s3Bucket(options);
  const { client, bucket, keyOf } = at;

  const { run: guarded, read } = guardedRequests(place, signal, (error) => s3Fault(error, options));

  const put = (path: string, body: Buffer, until: AbortSignal, isNew = false): Promise<unknown> =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: keyOf(path),
        Body: body,
        ContentLength: body.length,
        ContentType: contentTypeOf(path),
        CacheControl: cacheControlOf(path),
        ...(isNew && { IfNoneMatch: '*' }),
      }),
      { abortSignal: until },
    );

  const has = async (path: string, until: AbortSignal): Promise<boolean> => {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(path) }), { abortSignal: until });
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  };

  /** @returns false if the object exists, on servers with conditional writes */
  const putNew = async (path: string, text: string, until: AbortSignal): Promise<boolean> => {
    try {
      await put(path, Buffer.from(text), until, true);
      return true;
    } catch (error) {
      if (statusOf(error) === 412 || statusOf(error) === 409) return false;
      if (statusOf(error) !== 501) throw error;
      await put(path, Buffer.from(text), until);
      return true;
    }
  };

  async function* objects(
    folder: string,
    until: AbortSignal,
    delimiter?: string,
  ): AsyncGenerator<TargetFile> {
    const start = folder === '' ? '' : `${folder.replace(/\/$/, '')}/`;
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: keyOf(start),
          ...(delimiter && { Delimiter: delimiter }),
          ...(token && { ContinuationToken: token }),
        }),
        { abortSignal: until },
      );
      for (const { Key: key = '', Size: sizeBytes = 0 } of page.Contents ?? [])
        yield { path: key.slice(keyOf(start).length), sizeBytes };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  const target: Target = {
    capabilities: () =>
      guarded(async (until) => {
        await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(''), MaxKeys: 1 }), {
          abortSignal: until,
        });
        return {
          pointer: 'object',
          resumesFiles: true,
          copies: true,
          freeBytes: null,
          maxFileBytes: MAX_OBJECT_BYTES,
          // Only a write shows whether the server supports conditional writes.
          exclusiveLock: false,
        };
      }),
    // The limit for keys is 1,024 bytes.
    cannotHold: (path) =>
      Buffer.byteLength(keyOf(path)) > 1_024
        ? `${path.slice(0, 80)}\u2026: its S3 key would be longer than 1,024 bytes`
        : whyNoName(path, LIMITS),
    list: (folder) =>
      guarded(async (until, alive) => {
        const files: TargetFile[] = [];
        for await (const file of objects(folder, until)) {
          alive();
          files.push(file);
        }
        return files;
      }),
    names: (folder) =>
      guarded(async (until) => {
        const names: string[] = [];
        for await (const { path } of objects(folder, until, '/')) names.push(path);
        return names;
      }),
    read: (path) =>
      read(async (until) => {
        try {
          const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(path) });
          return (await client.send(command, { abortSignal: until })).Body as Readable;
        } catch (error) {
          if (isAbsent(error)) return null;
          throw error;
        }
      }),
    write: ({ path, sizeBytes }, content, onBytes) =>
      guarded(async (until, alive) => {
        const moved = (count: number): void => {
          alive();
          onBytes(count);
        };
        if (sizeBytes > PART_BYTES) {
          await putInParts(at, { path, sizeBytes }, content, moved, until);
          return;
        }
        const chunks: Buffer[] = [];
        for await (const chunk of content(0)) chunks.push(Buffer.from(chunk));
        await put(path, Buffer.concat(chunks), until);
        moved(sizeBytes);
      }),
    copy: (from, to) =>
      guarded(async (until) => {
        const source = `${bucket}/${keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
        try {
          const about = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(from) }), {
            abortSignal: until,
          });
          if ((about.ContentLength ?? 0) > COPY_MAX_BYTES) return false;
          await client.send(new CopyObjectCommand({ Bucket: bucket, Key: keyOf(to), CopySource: source }), {
            abortSignal: until,
          });
          return true;
        } catch (error) {
          if (isAbsent(error) || [403, 405, 501].includes(statusOf(error) ?? 0)) return false;
          throw error;
        }
      }),
    create: (path, text) =>
      guarded(async (until) => {
        if ((await has(path, until)) || !(await putNew(path, text, until))) return false;
        // A server with conditional writes rejects this second write. On others it succeeds, and the last writer wins.
        if (!(await putNew(path, text, until))) return true;
        await new Promise((resolve) => setTimeout(resolve, AGREEMENT_MS));
        return (await readText(target, path)) === text;
      }),
    remove: (path) =>
      guarded(async (until, alive) => {
        const paths = [path];
        for await (const file of objects(path, until)) paths.push(`${path}/${file.path}`);
        while (paths.length > 0) {
          alive();
          await Promise.all(
            paths.splice(0, REMOVED_AT_ONCE).map((one) =>
              client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(one) }), {
                abortSignal: until,
              }),
            ),
          );
        }
        if (path === PARTS) await abortUploads(at, until);
      }),
    settle: async () => {}, // durability is up to the server; files are read back anyway
    current: async () => versionOfPointer((await readText(target, CURRENT)) ?? ''),
    switchTo: (version) => writeText(target, CURRENT, `${releaseFolder(version)}\n`),
    close: async () => client.destroy(),
  };
  return target;
}
