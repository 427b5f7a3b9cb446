import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { RELEASES } from '../layout.ts';
import type { Content, OutgoingFile } from '../target.ts';
import type { Bucket } from './s3-bucket.ts';
import { isAbsent, statusOf } from './s3-faults.ts';
import { cacheControlOf, contentTypeOf } from './s3-headers.ts';

/**
 * Larger files are sent in parts of this size, or larger ones if there would be too many; S3 requires at least 5 MiB.
 */
export const PART_BYTES = 8 * 2 ** 20;
/** Maximum number of parts per object. */
const PARTS_MAX = 10_000;

/** Sends a large file in parts and resumes an earlier attempt. The object exists once the last part has been sent. */
export async function putInParts(
  at: Bucket,
  { path, sizeBytes }: Pick<OutgoingFile, 'path' | 'sizeBytes'>,
  content: Content,
  onBytes: (count: number) => void,
  abortSignal: AbortSignal,
): Promise<void> {
  const { client, bucket: Bucket, keyOf } = at;
  const Key = keyOf(path);
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / PARTS_MAX));
  const sizeOfPart = (nth: number): number => Math.min(partBytes, sizeBytes - (nth - 1) * partBytes);
  const { UploadId, parts } =
    (await earlierUpload(at, Key, sizeOfPart, abortSignal)) ?? (await newUpload(at, path, abortSignal));
  let done = parts.reduce((sum, { PartNumber = 0 }) => sum + sizeOfPart(PartNumber), 0);
  if (done > 0) onBytes(done);
  const send = async (bytes: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: bytes });
    const { ETag } = await client.send(command, { abortSignal });
    parts.push({ PartNumber, ETag });
    done += bytes.length;
    onBytes(bytes.length);
  };
  const part = Buffer.alloc(partBytes);
  let filled = 0;
  if (done < sizeBytes) {
    for await (const chunk of content(done)) {
      for (let read = 0; read < chunk.length; ) {
        const count = chunk.copy(part, filled, read, Math.min(chunk.length, read + partBytes - filled));
        filled += count;
        read += count;
        if (filled < partBytes) continue;
        await send(part);
        filled = 0;
      }
    }
  }
  if (filled > 0) await send(part.subarray(0, filled));
  const MultipartUpload = { Parts: parts };
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }), {
    abortSignal,
  });
}

type Upload = { UploadId: string | undefined; parts: CompletedPart[] };

async function newUpload(
  { client, bucket: Bucket, keyOf }: Bucket,
  path: string,
  abortSignal: AbortSignal,
): Promise<Upload> {
  const command = new CreateMultipartUploadCommand({
    Bucket,
    Key: keyOf(path),
    ContentType: contentTypeOf(path),
    CacheControl: cacheControlOf(path),
  });
  const { UploadId } = await client.send(command, { abortSignal });
  return { UploadId, parts: [] };
}

/**
 * Finds the parts of an earlier attempt; undefined if there are none or the server cannot list them. The content is
 * verified afterwards.
 */
async function earlierUpload(
  { client, bucket: Bucket }: Bucket,
  Key: string,
  sizeOfPart: (nth: number) => number,
  abortSignal: AbortSignal,
): Promise<Upload | undefined> {
  try {
    const list = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }), { abortSignal });
    const UploadId = list.Uploads?.findLast((upload) => upload.Key === Key)?.UploadId;
    if (UploadId === undefined) return undefined;
    const parts: CompletedPart[] = [];
    for (let marker: string | undefined; ; ) {
      const command = new ListPartsCommand({
        Bucket,
        Key,
        UploadId,
        ...(marker && { PartNumberMarker: marker }),
      });
      const page = await client.send(command, { abortSignal });
      for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
        // Uses parts only from the first one on, up to the first gap.
        if (PartNumber !== parts.length + 1 || Size !== sizeOfPart(PartNumber)) return { UploadId, parts };
        parts.push({ PartNumber, ETag });
      }
      if (!page.IsTruncated) return { UploadId, parts };
      marker = page.NextPartNumberMarker;
    }
  } catch (error) {
    if (isAbsent(error) || [400, 403, 405, 500, 501].includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}

/** Aborts unfinished uploads of releases, if the server can list them. */
export async function abortUploads(
  { client, bucket: Bucket, keyOf }: Bucket,
  abortSignal: AbortSignal,
): Promise<void> {
  try {
    const Prefix = keyOf(`${RELEASES}/`);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }), {
      abortSignal,
    });
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal });
  } catch (error) {
    if (!isAbsent(error) && ![400, 403, 405, 500, 501].includes(statusOf(error) ?? 0)) throw error;
  }
}
