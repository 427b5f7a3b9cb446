import fs from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { OffprintError } from '../errors.ts';
import { bytesOf } from './file-range.ts';
import { openZip } from './open-zip.ts';
import { CheckCrc } from './read.ts';
import { readingFault } from './reading-faults.ts';
import { type PlacedEntry, placedEntries } from './zip-spans.ts';

/** Random access to the files of a zip archive. The archive is open only while a file is read. */
export type ZipFiles = Readonly<{
  /** Size before compression, in bytes; undefined if there is no such file. */
  sizeOf: (path: string) => number | undefined;
  /**
   * Opens the content, whose checksum is verified at the end.
   * @throws OffprintError `not-found`, `integrity`; the system error if the archive is gone
   */
  open: (path: string) => Promise<Readable>;
}>;

/** Reads the directory of a zip archive. @throws OffprintError `integrity` if it is not one */
export async function zipFiles(file: string): Promise<ZipFiles> {
  const { zip } = await openZip(file).catch((error: unknown) => {
    throw readingFault(file, error);
  });
  const entries = new Map<string, PlacedEntry>();
  try {
    const { signal } = new AbortController();
    for (const entry of await placedEntries(file, zip, signal)) entries.set(entry.path, entry);
  } finally {
    zip.close();
  }
  return {
    sizeOf: (path) => entries.get(path)?.sizeBytes,
    open: async (path) => {
      const entry = entries.get(path);
      if (!entry) throw new OffprintError('not-found', `The archive does not contain ${path}.`);
      return openEntry(file, entry);
    },
  };
}

const LOCAL_HEADER_BYTES = 30;

/** Offset of an entry's data, from its local header (APPNOTE 4.3.7). @throws OffprintError `integrity` */
export async function dataOffset(
  file: string,
  handle: fs.promises.FileHandle,
  entry: PlacedEntry,
): Promise<number> {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  await handle.read(header, 0, header.length, entry.offset);
  if (header.readUInt32LE(0) !== 0x04034b50) {
    throw new OffprintError('integrity', `${file} is damaged ("${entry.path}" has no local header).`);
  }
  return entry.offset + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function openEntry(file: string, entry: PlacedEntry): Promise<Readable> {
  const handle = await fs.promises.open(file);
  try {
    const offset = await dataOffset(file, handle, entry);
    const stored = Readable.from(bytesOf(handle, [{ offset, sizeBytes: entry.compressedBytes }]), {
      objectMode: false,
    });
    const parts = entry.method === 0 ? [stored] : [stored, zlib.createInflateRaw()];
    const checked = new CheckCrc(entry.crc32, entry.path, stored);
    pipeline([...parts, checked], () => void handle.close());
    return checked;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
