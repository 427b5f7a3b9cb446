import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** One file of an archive, already compressed: `method` 0 is stored, 8 is deflate (raw, RFC 1951). */
export type ZipEntry = Readonly<{
  path: string;
  method: 0 | 8;
  crc32: number;
  /** Size before compression. */
  sizeBytes: number;
  compressedBytes: number;
  data: Uint8Array | AsyncIterable<Uint8Array>;
}>;

/** Size and SHA-256 of a finished archive. */
export type Archived = Readonly<{ sizeBytes: number; sha256: string }>;

export type ZipWriter = Readonly<{
  /** Appends an entry and returns the offset of its data. Calls must not overlap. */
  add: (entry: ZipEntry) => Promise<Readonly<{ dataOffset: number }>>;
  /** Writes the central directory and flushes everything to disk. */
  finish: () => Promise<Archived>;
  /** Closes the file without finishing it; the caller removes it. */
  abandon: () => Promise<void>;
}>;

/** Size of buffered writes: thousands of small ones would cost more than the data itself. */
const WRITTEN_AT_ONCE = 256 * 1024;

const UINT16_MAX = 0xffff;
const UINT32_MAX = 0xffffffff;
/** 1 January 1980, 00:00: the earliest time in the format, independent of time zones. */
const DOS_DATE = 0x0021;
const DOS_TIME = 0;
/** Names are UTF-8 (bit 11). */
const FLAGS = 0x0800;
/** Unix, specification 4.5 / regular file, mode 0644. */
const MADE_BY = (3 << 8) | 45;
const EXTERNAL_ATTRIBUTES = (0o100644 << 16) >>> 0;
/** A folder, mode 0755, plus the MS-DOS directory attribute. */
const FOLDER_ATTRIBUTES = ((0o040755 << 16) >>> 0) + 0x10;
const SLASH = 0x2f;

/** A written entry without its data, and its offset. */
type Written = Readonly<{ name: Buffer; entry: EntryFacts; offset: number }>;

export type EntryFacts = Omit<ZipEntry, 'data' | 'path'>;

/**
 * Writes a zip archive (APPNOTE 6.3.10, zip64 if sizes or counts require it) as a pure function of its entries: no
 * times, no owners, no data descriptors. Never seeks back, so the SHA-256 of the archive is known at the end.
 */
export async function createZip(file: string): Promise<ZipWriter> {
  const handle = await fs.promises.open(file, 'w', 0o600);
  const hash = createHash('sha256');
  const written: Written[] = [];
  let offset = 0;

  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    offset += bytes.length;
    if (waitingBytes >= WRITTEN_AT_ONCE) await flush();
  };
  const flush = async (): Promise<void> => {
    const [only] = waiting;
    const bytes = only && waiting.length === 1 ? only : Buffer.concat(waiting); // copies only if necessary
    waiting = [];
    waitingBytes = 0;
    hash.update(bytes);
    let from = 0;
    while (from < bytes.length) from += (await handle.write(bytes, from)).bytesWritten;
  };

  return {
    add: async (entry) => {
      const name = Buffer.from(entry.path, 'utf8');
      if (name.length > UINT16_MAX)
        throw new RangeError(`The path ${entry.path} is too long for a zip archive.`);
      const start = offset;
      const header = localHeader(name, entry);
      if (entry.data instanceof Uint8Array) {
        await append(header);
        await append(entry.data);
      } else {
        await append(header);
        for await (const chunk of entry.data) await append(chunk);
      }
      if (offset - start !== header.length + entry.compressedBytes) {
        throw new RangeError(`The entry ${entry.path} is a different size than declared.`);
      }
      const { data: _data, path: _path, ...facts } = entry;
      written.push({ name, entry: facts, offset: start });
      return { dataOffset: start + header.length };
    },
    finish: async () => {
      const start = offset;
      for (let index = 0; index < written.length; index += 1000) {
        await append(Buffer.concat(written.slice(index, index + 1000).map(centralHeader)));
      }
      await append(endOfCentralDirectory(written.length, start, offset - start));
      await flush();
      await handle.sync();
      await handle.close();
      return { sizeBytes: offset, sha256: hash.digest('hex') };
    },
    abandon: () => handle.close(),
  };
}

const NO_BYTES = new Uint8Array(0);

/** APPNOTE 4.3.7: both sizes go into the zip64 field if either does not fit. */
export function localHeader(name: Buffer, entry: EntryFacts): Buffer {
  const large = entry.sizeBytes >= UINT32_MAX || entry.compressedBytes >= UINT32_MAX;
  const extra = large ? zip64Field([entry.sizeBytes, entry.compressedBytes]) : NO_BYTES;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(large ? 45 : 20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt16LE(DOS_TIME, 10);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt32LE(entry.crc32, 14);
  header.writeUInt32LE(large ? UINT32_MAX : entry.compressedBytes, 18);
  header.writeUInt32LE(large ? UINT32_MAX : entry.sizeBytes, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** APPNOTE 4.3.12: only values that do not fit go into the zip64 field, in this order (4.5.3). */
export function centralHeader({ name, entry, offset }: Written): Buffer {
  const wide = [entry.sizeBytes, entry.compressedBytes, offset].filter((value) => value >= UINT32_MAX);
  const extra = wide.length > 0 ? zip64Field(wide) : NO_BYTES;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(wide.length > 0 ? 45 : 20, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(entry.method, 10);
  header.writeUInt16LE(DOS_TIME, 12);
  header.writeUInt16LE(DOS_DATE, 14);
  header.writeUInt32LE(entry.crc32, 16);
  header.writeUInt32LE(Math.min(entry.compressedBytes, UINT32_MAX), 20);
  header.writeUInt32LE(Math.min(entry.sizeBytes, UINT32_MAX), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(name.at(-1) === SLASH ? FOLDER_ATTRIBUTES : EXTERNAL_ATTRIBUTES, 38);
  header.writeUInt32LE(Math.min(offset, UINT32_MAX), 42);
  return Buffer.concat([header, name, extra]);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

/** APPNOTE 4.3.14 to 4.3.16. */
export function endOfCentralDirectory(count: number, start: number, sizeBytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 8);
  end.writeUInt16LE(Math.min(count, UINT16_MAX), 10);
  end.writeUInt32LE(Math.min(sizeBytes, UINT32_MAX), 12);
  end.writeUInt32LE(Math.min(start, UINT32_MAX), 16);
  if (count < UINT16_MAX && sizeBytes < UINT32_MAX && start < UINT32_MAX) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_BY, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(sizeBytes), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}
