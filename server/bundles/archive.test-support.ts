import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll } from 'vitest';
import type { BundleFormat } from '../store/bundles.ts';
import { createArchive } from './archive.ts';
import type { ZipEntry } from './zip.ts';

export type Content = Readonly<Record<string, string | Buffer>>;

/** A folder that is gone after the tests of a file. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bundles-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function storedEntry(name: string, content: string | Buffer): ZipEntry {
  const bytes = Buffer.from(content);
  const sizes = { sizeBytes: bytes.length, compressedBytes: bytes.length };
  return { path: name, method: 0, crc32: zlib.crc32(bytes), ...sizes, data: bytes };
}

export function deflatedEntry(name: string, content: string | Buffer): ZipEntry {
  const bytes = Buffer.from(content);
  const data = zlib.deflateRawSync(bytes);
  const sizes = { sizeBytes: bytes.length, compressedBytes: data.length };
  return { path: name, method: 8, crc32: zlib.crc32(bytes), ...sizes, data };
}

/** Writes an archive with these files in this order. */
export async function writeArchive(
  file: string,
  format: BundleFormat,
  content: Content | readonly ZipEntry[],
): Promise<{ sizeBytes: number; sha256: string }> {
  const entries = Array.isArray(content)
    ? (content as readonly ZipEntry[])
    : Object.entries(content as Content).map(([name, bytes]) => storedEntry(name, bytes));
  const archive = await createArchive(file, format);
  for (const entry of entries) await archive.add(entry);
  return archive.finish();
}
