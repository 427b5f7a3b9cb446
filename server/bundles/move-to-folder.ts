import fs from 'node:fs';
import type { BundleFormat } from '../store/bundles.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { archiveFolder, withoutFolder } from './archive-folder.ts';
import { assertUndamaged } from './convert.ts';
import { bytesOf } from './file-range.ts';
import { archiveKind, readArchive } from './read.ts';
import { readingFault } from './reading-faults.ts';
import { writeWhole } from './whole-file.ts';
import type { Archived } from './zip.ts';
import { zipSpans } from './zip-spans.ts';

/** Writes the folder entry; everything added afterwards goes into that folder. */
export async function inFolder(archive: ArchiveWriter, folder: string): Promise<ArchiveWriter> {
  const nothing = { method: 0, crc32: 0, sizeBytes: 0, compressedBytes: 0, data: Buffer.alloc(0) } as const;
  await archive.add({ path: `${folder}/`, ...nothing });
  return { ...archive, add: (entry) => archive.add({ ...entry, path: `${folder}/${entry.path}` }) };
}

export type FolderTask = Readonly<{
  from: string;
  /** Expected SHA-256 of `from`, if known. */
  sha256?: string;
  out: string;
  /** Folder for the files in `out`; null for the root. */
  folder: string | null;
}>;

/**
 * Rewrites an archive with its files in a folder, or in none. Compressed data of a zip is copied, so removing the
 * folder restores the bytes that were packed. A tar.gz is compressed again, to the same bytes on a machine of the same
 * architecture.
 * @throws OffprintError `integrity` if `from` is damaged; as writeWhole; the signal's reason
 */
export async function moveToFolder(
  { from, sha256, out, folder }: FolderTask,
  signal: AbortSignal,
): Promise<Archived> {
  await assertUndamaged(from, sha256, signal);
  const format: BundleFormat = archiveKind(from);
  const before = await archiveFolder(from, format);
  return writeWhole(out, async ({ unfinished }) => {
    const plain = await createArchive(unfinished, format);
    try {
      const archive = folder === null ? plain : await inFolder(plain, folder);
      if (format === 'zip') await copyZip(from, before, archive, signal);
      else await copyTar(from, archive, signal);
      return await archive.finish();
    } catch (error) {
      await plain.abandon().catch(() => {});
      throw signal.aborted ? signal.reason : readingFault(from, error);
    }
  });
}

async function copyZip(
  from: string,
  folder: string | undefined,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<void> {
  const source = await fs.promises.open(from);
  try {
    for await (const span of zipSpans(from, undefined, signal)) {
      if (span.kind !== 'entry' || span.entry.path.endsWith('/')) continue;
      const { offset, compressedBytes: sizeBytes } = span.entry;
      const data = bytesOf(source, [{ offset: offset + span.header.length, sizeBytes }]);
      await archive.add({ ...span.entry, path: withoutFolder(span.entry.path, folder), data });
    }
  } finally {
    await source.close();
  }
}

async function copyTar(from: string, archive: ArchiveWriter, signal: AbortSignal): Promise<void> {
  for await (const { path, sizeBytes, open } of readArchive(from)) {
    signal.throwIfAborted();
    const sizes = { sizeBytes, compressedBytes: sizeBytes };
    await archive.add({ path, method: 0, crc32: 0, ...sizes, data: await open() });
  }
}

/**
 * Returns the archive in the form of the store: the file itself or, if its files are in a folder, a copy without it in
 * `scratch`.
 * @throws as moveToFolder
 */
export async function plainArchive(file: string, scratch: string, signal: AbortSignal): Promise<string> {
  if ((await archiveFolder(file, archiveKind(file))) === undefined) return file;
  await moveToFolder({ from: file, out: scratch, folder: null }, signal);
  return scratch;
}
