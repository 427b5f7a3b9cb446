import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import type { BundleFormat } from '../store/bundles.ts';
import { createArchive } from './archive.ts';
import { contentDigest } from './content-digest.ts';
import { packable, packedEntry } from './deflate.ts';
import type { Manifest } from './manifest.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { formatManifest } from './write-manifest.ts';
import type { ZipEntry } from './zip.ts';

export type Content = Readonly<Record<string, string | Buffer>>;

/** Creates a folder that is removed after the tests of a file. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-bundles-'));
  atFileEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
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

/** A manifest that matches these files. */
export function manifestOf(content: Content): Manifest {
  const files = Object.entries(content).map(([name, bytes]) => ({
    path: name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: Buffer.byteLength(bytes),
  }));
  return {
    format: 'offprint-bundle',
    formatVersion: 1,
    domain: 'docs.example.com',
    version: '1.0',
    digest: contentDigest(files),
    generator: 'offprint',
    counts: { pages: 2, files: files.length, sizeBytes: 0, missing: 0 },
    settings: {},
    operatorFiles: ['offprint-site.js'],
    files,
  };
}

/** Writes a bundle of these files, packed the way an export does it. */
export async function writeBundle(
  file: string,
  content: Content,
  format: BundleFormat = 'zip',
  change: Partial<Manifest> = {},
): Promise<{ sizeBytes: number; sha256: string }> {
  const manifest = formatManifest({ ...manifestOf(content), ...change });
  const files: [string, string | Buffer][] = [...Object.entries(content), [MANIFEST_FILE, manifest]];
  const entries = files.map(([name, bytes]) =>
    packedEntry(name, packable(Buffer.from(bytes), name, format === 'zip')),
  );
  return writeArchive(file, format, entries);
}
