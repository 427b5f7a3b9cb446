import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import type { BundleFormat } from '../store/bundles.ts';
import { openZip } from './open-zip.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { notAsWritten, readingFault } from './reading-faults.ts';

/**
 * An archive that people download unpacks into one folder: its first entry is that folder, and every file name starts
 * with it. Archives in the store have no such folder; it is removed when a bundle is imported
 * (docs/decisions/0076-archive-folder.md).
 */

/**
 * Name of the folder that the archive unpacks into: site and version. Windows does not allow a dot at the end of a
 * name.
 */
export function archiveFolderName({
  domain,
  version,
}: Readonly<{ domain: string; version: string | null }>): string {
  return `${domain}-${version ?? ''}`.replace(/[.-]+$/, '');
}

/** Name of the folder if the archive starts with its entry (`docs-1.0/`), otherwise undefined. */
export function folderNamed(firstEntry: string): string | undefined {
  return /^([^/]+)\/$/.exec(firstEntry)?.[1];
}

/**
 * Returns the folder that contains all files of a bundle; undefined if there is none or the archive does not start with
 * it.
 * @throws OffprintError `integrity` if the archive is damaged
 */
export async function archiveFolder(file: string, kind: BundleFormat): Promise<string | undefined> {
  let folder: string | undefined;
  let isBundle = false;
  try {
    for await (const name of kind === 'zip' ? zipNames(file) : tarNames(file)) {
      folder ??= folderNamed(name);
      if (folder === undefined || !name.startsWith(`${folder}/`)) return undefined;
      isBundle ||= name === `${folder}/${MANIFEST_FILE}`;
    }
  } catch (error) {
    throw readingFault(file, error);
  }
  return isBundle ? folder : undefined;
}

async function* zipNames(file: string): AsyncGenerator<string> {
  const { zip } = await openZip(file);
  try {
    for await (const { fileName } of zip.eachEntry()) yield fileName;
  } finally {
    zip.close();
  }
}

/** Yields entry names; those of folders end with a slash. */
async function* tarNames(file: string): AsyncGenerator<string> {
  const extract = tar.extract();
  const feeding = pipeline(fs.createReadStream(file), zlib.createGunzip(), extract);
  feeding.catch(() => {}); // surfaces in the loop
  for await (const entry of extract) {
    const { name, type } = entry.header;
    yield type === 'directory' ? name.replace(/\/*$/, '/') : name;
    entry.resume();
  }
  await feeding;
}

/** Path of an entry relative to the archive's folder. */
export function withoutFolder(path: string, folder: string | undefined): string {
  return folder === undefined ? path : path.slice(folder.length + 1);
}

/** Like withoutFolder, but rejects entries outside the folder. @throws OffprintError `integrity` */
export function pathIn(folder: string | undefined, path: string): string {
  if (folder === undefined || path.startsWith(`${folder}/`)) return withoutFolder(path, folder);
  throw notAsWritten(`"${path}" is outside the folder "${folder}"`);
}
