import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { convertBundle } from '../bundles/convert.ts';
import { openZip } from '../bundles/open-zip.ts';
import { archiveKind, unpackArchive } from '../bundles/read.ts';
import { assertRoom } from '../bundles/whole-file.ts';
import { dataOffset, zipFiles } from '../bundles/zip-files.ts';
import { placedEntries } from '../bundles/zip-spans.ts';
import { isCompressible, precompress } from './precompress.ts';
import { archiveFile, type ReleaseFile, rootFolder } from './release.ts';
import { GZIP_FRAME_BYTES } from './release-content.ts';
import type { UnpackTask } from './unpack-release.ts';

/** The files of a verified bundle in the form in which a version stores them. */
export type ReleaseSource = Readonly<{
  has: (name: string) => boolean;
  read: (name: string) => Promise<Buffer>;
  /**
   * Prepares how a file is stored and in which codings it is sent.
   * @param isTaken whether the bundle has a file of that name plus this suffix
   */
  stored: (
    name: string,
    type: string,
    isTaken: (end: '.gz' | '.br') => boolean,
  ) => Promise<Pick<ReleaseFile, 'gzip' | 'brotli' | 'entry'>>;
}>;

type Task = Pick<UnpackTask, 'archive' | 'folder' | 'basePath' | 'signal'>;

/** Unpacks the bundle into the folder. @throws OffprintError `integrity`, `disk-full`; the signal's reason */
export async function sourceOfFiles({ archive, folder, basePath, signal }: Task): Promise<ReleaseSource> {
  const site = path.join(rootFolder(folder), ...basePath.split('/'));
  await fs.promises.mkdir(site, { recursive: true });
  await assertRoom(path.join(folder, 'site'), fs.statSync(archive).size);
  await unpackArchive(archive, site, signal);
  const placeOf = (name: string): string => path.join(site, ...name.split('/'));
  return {
    has: (name) => fs.existsSync(placeOf(name)),
    read: (name) => fs.promises.readFile(placeOf(name)),
    stored: async (name, type, isTaken) => (isCompressible(type) ? precompress(placeOf(name), isTaken) : {}),
  };
}

/** Moves the bundle into the folder, as a zip because its files can be read individually. @throws as sourceOfFiles */
export async function sourceOfArchive({ archive, folder, signal }: Task): Promise<ReleaseSource> {
  const file = archiveFile(folder);
  if (archiveKind(archive) === 'zip') await fs.promises.rename(archive, file);
  else await convertBundle({ from: archive, out: file, format: 'zip' }, signal);
  const files = await zipFiles(file);
  const entries = await entriesOf(file, signal);
  return {
    has: (name) => entries.has(name),
    read: async (name) => buffer(await files.open(name)),
    stored: async (name, type) => {
      const entry = entries.get(name);
      if (!entry) return {};
      const gzip = entry.storedBytes + GZIP_FRAME_BYTES;
      const isSmaller = gzip < (files.sizeOf(name) ?? 0);
      return { entry, ...(entry.isDeflated && isSmaller && isCompressible(type) && { gzip }) };
    },
  };
}

async function entriesOf(
  file: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NonNullable<ReleaseFile['entry']>>> {
  const { zip, handle } = await openZip(file);
  const entries = new Map<string, NonNullable<ReleaseFile['entry']>>();
  try {
    for (const entry of await placedEntries(file, zip, signal)) {
      const { compressedBytes: storedBytes, method, crc32 } = entry;
      const offset = await dataOffset(file, handle, entry);
      entries.set(entry.path, { offset, storedBytes, isDeflated: method === 8, crc32 });
    }
  } finally {
    zip.close();
  }
  return entries;
}
