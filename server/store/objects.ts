import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';
import { writeAll } from '../file-ranges.ts';

/**
 * Returns the file of an object, named by its SHA-256: `objects/ab/cdef…`. Exports of the same site share objects.
 * Several threads and processes may write concurrently, because writing the same content twice is harmless.
 */
export function objectFile(dataFolder: string, sha256: string): string {
  return path.join(dataFolder, 'objects', sha256.slice(0, 2), sha256.slice(2));
}

/**
 * Stores `bytes` and returns their SHA-256 in hex. Writes to a temporary file and renames it, so that a process that
 * dies leaves no partial object. Objects are not synced one by one: damage by a power cut or a bad disk is detected on
 * reading (docs/decisions/0004).
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

/** Stores a stream of chunks without keeping it in memory. */
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
 * Reads an object and checks its SHA-256. Removes a damaged object, so that it can be fetched again.
 * @throws OffprintError `object-damaged`
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

/** Removes a damaged object and returns the error to throw. */
export function damagedObject(dataFolder: string, sha256: string): OffprintError {
  fs.rmSync(objectFile(dataFolder, sha256), { force: true });
  return new OffprintError(
    'object-damaged',
    `The stored object ${sha256} is damaged or missing. Export the site again to replace it.`,
  );
}

/** Removes what interrupted writes leave behind. Only the writer may call this, when it starts. */
export function removeUnfinishedObjects(dataFolder: string): void {
  const objects = path.join(dataFolder, 'objects');
  if (!fs.existsSync(objects)) return;
  for (const folder of fs.readdirSync(objects, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue; // file managers leave files here
    for (const name of fs.readdirSync(path.join(objects, folder.name))) {
      if (name.startsWith(UNFINISHED)) fs.rmSync(path.join(objects, folder.name, name), { force: true });
    }
  }
}

const UNFINISHED = 'unfinished-';

/** In the same folder as the object, because file systems serialise renames between folders. */
function temporaryFile(folder: string): string {
  return path.join(folder, UNFINISHED + randomBytes(9).toString('hex'));
}

/** Creates the folder only if writing fails: it nearly always exists. */
function inFolder<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return write();
  }
}
