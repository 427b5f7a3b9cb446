import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { OffprintError } from '../errors.ts';
import { ownChunks } from '../file-chunks.ts';
import { folderNamed, pathIn } from './archive-folder.ts';
import { type ForwardBytes, forwardBytes } from './forward-bytes.ts';
import { type FoundFile, foundBytes, foundFile, type Keep } from './found-file.ts';
import { assertAlone, assertHarmless } from './read.ts';
import { cutOff, damagedEntry, isCutOff, notAsWritten, readingFault } from './reading-faults.ts';
import { centralHeader, type EntryFacts, endOfCentralDirectory, localHeader } from './zip.ts';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const UINT32_MAX = 0xffffffff;
/** Entries up to this size are read in one piece: a stream per small file would take five times as long. */
const AT_ONCE_MAX_BYTES = 256 * 2 ** 10;

/**
 * Reads a zip archive from a stream in a single forward pass, and accepts only what zip.ts writes: everything except
 * file content must match, byte for byte, what that writer would produce for the files. So nothing can hide between or
 * after them, and every program reads the archive the same way. If it starts with a folder (archive-folder.ts), all
 * files must be in that folder, and paths are relative to it. Memory grows only with the number of files.
 * @throws OffprintError `integrity` if another program wrote it, it was altered, or it is cut off (isCutOff)
 */
export async function* readStrictZip(source: AsyncIterable<Buffer>, keep: Keep): AsyncGenerator<FoundFile> {
  const reader = forwardBytes(source);
  const directory = createHash('sha256');
  let directoryBytes = 0;
  let count = 0;
  const files = new Set<string>();
  const folders = new Set<string>();
  let folder: string | undefined;
  for (;;) {
    const offset = reader.position();
    const head = await reader.peek(LOCAL_HEADER_BYTES);
    if (head.length < LOCAL_HEADER_BYTES) throw cutOff();
    if (head.readUInt32LE() !== LOCAL_HEADER) break;
    const { path: whole, name, entry } = await entryOf(reader, head);
    const central = centralHeader({ name, entry, offset });
    directory.update(central);
    directoryBytes += central.length;
    count++;
    if (count === 1) folder = folderNamed(whole);
    if (count === 1 && folder !== undefined) {
      assertHarmless(folder);
      if (entry.method !== 0 || entry.compressedBytes > 0 || entry.crc32 !== 0)
        throw notAsWritten(`"${whole}" is not a folder`);
      continue;
    }
    const path = pathIn(folder, whole);
    assertHarmless(path);
    assertAlone(path, files, folders);
    yield await contentOf(reader, path, entry, keep);
  }
  const start = reader.position();
  const written = createHash('sha256');
  for await (const chunk of reader.pass(directoryBytes)) written.update(chunk);
  const end = endOfCentralDirectory(count, start, directoryBytes);
  const isSame =
    written.digest('hex') === directory.digest('hex') && end.equals(await reader.take(end.length));
  if (!isSame) throw notAsWritten('its directory does not match its files');
  if ((await reader.peek(1)).length > 0) throw notAsWritten('there is data after its end');
}

/** Reads a local header (APPNOTE 4.3.7). */
async function entryOf(
  reader: ForwardBytes,
  head: Buffer,
): Promise<{ path: string; name: Buffer; entry: EntryFacts }> {
  const nameEnd = LOCAL_HEADER_BYTES + head.readUInt16LE(26);
  const header = await reader.take(nameEnd + head.readUInt16LE(28));
  const fixed = header.subarray(0, LOCAL_HEADER_BYTES);
  const name = header.subarray(LOCAL_HEADER_BYTES, nameEnd);
  const extra = header.subarray(nameEnd);
  const path = name.toString('utf8');
  const method = fixed.readUInt16LE(8);
  if (method !== 0 && method !== 8) throw notAsWritten(`"${path}" uses an unsupported compression method`);
  const isWide = extra.length === 20 && fixed.readUInt32LE(22) === UINT32_MAX;
  const entry: EntryFacts = {
    method,
    crc32: fixed.readUInt32LE(14),
    sizeBytes: isWide ? Number(extra.readBigUInt64LE(4)) : fixed.readUInt32LE(22),
    compressedBytes: isWide ? Number(extra.readBigUInt64LE(12)) : fixed.readUInt32LE(18),
  };
  const isOurs =
    Buffer.from(path, 'utf8').equals(name) &&
    Number.isSafeInteger(entry.sizeBytes + entry.compressedBytes) &&
    localHeader(name, entry).equals(header);
  if (!isOurs) throw notAsWritten(`the header of "${path}" was altered`);
  return { path, name, entry };
}

/** Skips the rest of a damaged entry and continues, so that every altered file is reported. */
async function contentOf(
  reader: ForwardBytes,
  path: string,
  entry: EntryFacts,
  keep: Keep,
): Promise<FoundFile> {
  const end = reader.position() + entry.compressedBytes;
  try {
    return await undamaged(reader, path, entry, keep);
  } catch (error) {
    const isElsewhere = isCutOff(error) || !(error instanceof OffprintError) || error.code !== 'integrity';
    if (isElsewhere || keep(path) !== undefined) throw error;
    for await (const _chunk of reader.pass(end - reader.position())) {
      // Skip to the next entry.
    }
    return { path, sizeBytes: entry.sizeBytes, sha256: '', isDamaged: true };
  }
}

/** @throws OffprintError `integrity` if it is damaged */
async function undamaged(
  reader: ForwardBytes,
  path: string,
  entry: EntryFacts,
  keep: Keep,
): Promise<FoundFile> {
  const { method, sizeBytes, compressedBytes } = entry;
  if (Math.max(sizeBytes, compressedBytes) <= AT_ONCE_MAX_BYTES) {
    const data = await reader.take(compressedBytes);
    const content = method === 0 ? data : inflatedAtOnce(path, data, sizeBytes);
    if (content.length !== sizeBytes || zlib.crc32(content) !== entry.crc32) throw damagedEntry(path);
    return foundBytes(path, content, keep);
  }
  let crc32 = 0;
  const checked = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let done = 0;
    for await (const chunk of chunks) {
      done += chunk.length;
      if (done > sizeBytes) throw notAsWritten(`"${path}" is longer than declared`);
      crc32 = zlib.crc32(chunk, crc32);
      yield chunk;
    }
  };
  const found = await (method === 0
    ? foundFile(path, checked(reader.pass(compressedBytes)), keep)
    : inflated(reader, path, compressedBytes, (chunks) => foundFile(path, checked(chunks), keep)));
  if (found.sizeBytes !== sizeBytes || crc32 !== entry.crc32) throw damagedEntry(path);
  return found;
}

function inflatedAtOnce(path: string, data: Buffer, sizeBytes: number): Buffer {
  try {
    // Stops inflating at the declared size. Without `chunkSize`, each call would allocate 16 KiB.
    const chunkSize = Math.max(zlib.constants.Z_MIN_CHUNK, sizeBytes + 1);
    const options = { maxOutputLength: Math.max(1, sizeBytes), chunkSize, info: true } as const;
    const { buffer, engine } = zlib.inflateRawSync(data, options) as unknown as Inflated;
    if (engine.bytesWritten !== data.length)
      throw notAsWritten(`there is data after the content of "${path}"`);
    return buffer;
  } catch (error) {
    throw readingFault(`"${path}"`, error);
  }
}

/** Result of zlib with `info`, which its types lack. */
type Inflated = Readonly<{ buffer: Buffer; engine: Readonly<{ bytesWritten: number }> }>;

async function inflated(
  reader: ForwardBytes,
  path: string,
  compressedBytes: number,
  read: (chunks: AsyncIterable<Buffer>) => Promise<FoundFile>,
): Promise<FoundFile> {
  const inflate = zlib.createInflateRaw();
  const source = Readable.from(ownChunks(reader.pass(compressedBytes)), { objectMode: false });
  let found: FoundFile | undefined;
  try {
    await pipeline(source, inflate, async (chunks: AsyncIterable<Buffer>) => {
      found = await read(chunks);
    });
  } catch (error) {
    if (!source.closed) await once(source, 'close'); // it consumes bytes until then
    throw readingFault(`"${path}"`, error);
  }
  if (!found || inflate.bytesWritten !== compressedBytes)
    throw notAsWritten(`there is data after the content of "${path}"`);
  return found;
}
