import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setAside, worthDeflating } from '../../bundles/deflate.ts';
import type { Entry } from '../../store/entries.ts';
import { damagedObject, objectFile } from '../../store/objects.ts';

/** A large file that is never fully in memory, ready to be streamed into an archive. */
export type Stored = Pick<Entry, 'method' | 'crc32' | 'sizeBytes' | 'sha256' | 'dataBytes' | 'dataSha256'> &
  Readonly<{
    open: () => AsyncIterable<Buffer>;
    /** Call once it has been written. */
    discard: () => void;
  }>;

/**
 * Prepares a large file for streaming. The file is read twice, because its entry starts with its checksum and sizes. A
 * deflated file goes through its own temporary file (the same content may occur at several paths).
 * @throws OffprintError `object-damaged`
 */
export async function storeLarge(
  file: Readonly<{ path: string; object: string; sizeBytes: number }>,
  context: Readonly<{ dataFolder: string; folder: string; compress: boolean; signal: AbortSignal }>,
): Promise<Stored> {
  const { dataFolder, signal } = context;
  const { object: sha256, sizeBytes } = file;
  const source = objectFile(dataFolder, sha256);
  const temporary = path.join(context.folder, `${randomUUID()}.unfinished`);
  const discard = (): void => fs.rmSync(temporary, { force: true });
  const deflate = context.compress && worthDeflating(file.path);
  const was = await setAside(read(source), { file: deflate ? temporary : undefined, deflate, signal });
  if (was.sha256 !== sha256) {
    discard();
    throw damagedObject(dataFolder, sha256);
  }
  const { crc32, writtenBytes, writtenSha256 } = was;
  const kept = { crc32, sizeBytes, sha256, dataBytes: writtenBytes, dataSha256: writtenSha256, discard };
  return deflate && writtenBytes < sizeBytes
    ? { ...kept, method: 8, open: () => read(temporary) }
    : { ...kept, method: 0, dataBytes: sizeBytes, dataSha256: sha256, open: () => read(source) };
}

function read(file: string): fs.ReadStream {
  return fs.createReadStream(file, { highWaterMark: 2 ** 20 });
}
