import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from '../errors.ts';

/**
 * Content by SHA-256 under `objects/ab/cdef…`: two exports of the same site share their bytes.
 * Safe to call from several threads and processes at once: writing the same content twice is harmless.
 */
export function objectFile(dataFolder: string, sha256: string): string {
  return path.join(dataFolder, 'objects', sha256.slice(0, 2), sha256.slice(2));
}

/**
 * Keeps `bytes` and returns their SHA-256 in hex. The content reaches the disk before its name does
 * (temporary file, fsync, rename), so an object that exists is whole, also after a power cut.
 */
export function putObject(dataFolder: string, bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = objectFile(dataFolder, sha256);
  if (fs.existsSync(file)) return sha256;
  const temporary = temporaryFile(dataFolder);
  try {
    const descriptor = inFolder(path.dirname(temporary), () => fs.openSync(temporary, 'wx', 0o600));
    try {
      let written = 0;
      while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    moveInto(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return sha256;
}

/** Keeps what a stream of chunks delivers without holding it in memory. */
export async function putObjectStream(
  dataFolder: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; sizeBytes: number }> {
  const temporary = temporaryFile(dataFolder);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    fs.mkdirSync(path.dirname(temporary), { recursive: true, mode: 0o700 });
    const handle = await fs.promises.open(temporary, 'wx', 0o600);
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        await handle.appendFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const sha256 = hash.digest('hex');
    moveInto(temporary, objectFile(dataFolder, sha256));
    return { sha256, sizeBytes };
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

export function readObject(dataFolder: string, sha256: string): Buffer {
  return fs.readFileSync(objectFile(dataFolder, sha256));
}

/** Removes what an interrupted write left behind. Only the writer calls this, when it starts. */
export function removeUnfinishedObjects(dataFolder: string): void {
  fs.rmSync(path.join(dataFolder, 'objects', 'unfinished'), { recursive: true, force: true });
}

function temporaryFile(dataFolder: string): string {
  return path.join(dataFolder, 'objects', 'unfinished', randomBytes(12).toString('hex'));
}

function moveInto(temporary: string, file: string): void {
  inFolder(path.dirname(file), () => fs.renameSync(temporary, file));
}

/** Folders are made when they turn out to be missing: nearly always they are there. */
function inFolder<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return write();
  }
}
