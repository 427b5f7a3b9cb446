import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { readExactly } from '../file-ranges.ts';
import { damagedEntry, readingFault } from './reading-faults.ts';
import type { PlacedEntry } from './zip-spans.ts';

/** Files of a zip archive to write to a folder. Their names have already been checked. */
export type UnpackTask = Readonly<{ archive: string; folder: string; entries: readonly PlacedEntry[] }>;

/** Larger entries are streamed. */
export const AT_ONCE_MAX_BYTES = 2 ** 20;

/**
 * Unpacks small entries, each in one piece and checked against its size and checksum; streams would take five times as
 * long. CPU-intensive, so run it in a thread.
 * @throws OffprintError `integrity`; the system error, e.g. if a file exists already
 */
export function unpackEntries({ archive, folder, entries }: UnpackTask): void {
  const folders = new Set<string>();
  const descriptor = fs.openSync(archive, 'r');
  try {
    for (const entry of entries) {
      const content = readEntry(descriptor, archive, entry);
      const target = path.join(folder, ...entry.path.split('/'));
      const parent = path.dirname(target);
      if (!folders.has(parent)) fs.mkdirSync(parent, { recursive: true });
      folders.add(parent);
      fs.writeFileSync(target, content, { flag: 'wx' });
    }
  } catch (error) {
    throw readingFault(archive, error);
  } finally {
    fs.closeSync(descriptor);
  }
}

const LOCAL_HEADER_BYTES = 30;

/** Reads an entry; its local header determines where the data starts (APPNOTE 4.3.7). */
function readEntry(descriptor: number, archive: string, entry: PlacedEntry): Buffer {
  const { offset, compressedBytes, sizeBytes, method, crc32 } = entry;
  const header = readExactly(descriptor, { file: archive, start: offset, sizeBytes: LOCAL_HEADER_BYTES });
  if (header.readUInt32LE(0) !== 0x04034b50) throw new Error(`"${entry.path}" has no local header`);
  const start = offset + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  const data = readExactly(descriptor, { file: archive, start, sizeBytes: compressedBytes });
  // Stops inflating at the declared size.
  const content =
    method === 0 ? data : zlib.inflateRawSync(data, { maxOutputLength: Math.max(1, sizeBytes) });
  if (content.length !== sizeBytes || zlib.crc32(content) !== crc32) throw damagedEntry(entry.path);
  return content;
}
