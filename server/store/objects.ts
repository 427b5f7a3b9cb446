import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';
import { writeAll } from '../file-ranges.ts';

/**
 * Content by SHA-256 under `objects/ab/cdef…`: two exports of the same site share their bytes.
 * Safe to call from several threads and processes at once: writing the same content twice is harmless.
 */
export function objectFile(dataFolder: string, sha256: string): string {
  return path.join(dataFolder, 'objects', sha256.slice(0, 2), sha256.slice(2));
}

/**
 * Keeps `bytes` and returns their SHA-256 in hex. Written under a temporary name and renamed, so that a process that
 * dies leaves no half object. Not synced one by one: what a power cut or a bad disk does to an object is found when
 * it is read (docs/decisions/0004).
 */
export function putObject(dataFolder: string, bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = objectFile(dataFolder, sha256);
  if (fs.existsSync(file)) return sha256;
  const temporary = temporaryFile(path.dirname(file));
  try {
    const descriptor = inFolder(path.dirname(temporary), () => fs.openSync(temporary, 'wx', 0o600));
    try {
      writeAll(descriptor, bytes);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(temporary, file);
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
  const temporary = temporaryFile(path.join(dataFolder, 'objects', 'large'));
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
    } finally {
      await handle.close();
    }
    const sha256 = hash.digest('hex');
    const file = objectFile(dataFolder, sha256);
    inFolder(path.dirname(file), () => fs.renameSync(temporary, file));
    return { sha256, sizeBytes };
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Reads an object and checks that it is what its name says. One that is not is removed, so that it can be acquired
 * again. @throws OffprintError `object-damaged`
 */
export function readObject(dataFolder: string, sha256: string): Buffer {
  const file = objectFile(dataFolder, sha256);
  let bytes: Buffer | undefined;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw damagedObject(dataFolder, sha256);
}

/** Removes an object that is not what its name says and returns the error to throw. */
export function damagedObject(dataFolder: string, sha256: string): OffprintError {
  fs.rmSync(objectFile(dataFolder, sha256), { force: true });
  return new OffprintError(
    'object-damaged',
    `The stored object ${sha256} is damaged or missing. Export the site again to replace it.`,
  );
}

/** Removes what an interrupted write left behind. Only the writer calls this, when it starts. */
export function removeUnfinishedObjects(dataFolder: string): void {
  const objects = path.join(dataFolder, 'objects');
  if (!fs.existsSync(objects)) return;
  for (const folder of fs.readdirSync(objects, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue; // file managers leave files of their own
    for (const name of fs.readdirSync(path.join(objects, folder.name))) {
      if (name.startsWith(UNFINISHED)) fs.rmSync(path.join(objects, folder.name, name), { force: true });
    }
  }
}

const UNFINISHED = 'unfinished-';

/** Beside the object's place: renaming between folders is serialised by the whole file system. */
function temporaryFile(folder: string): string {
  return path.join(folder, UNFINISHED + randomBytes(9).toString('hex'));
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
