import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import type { BundleFormat } from '../store/bundles.ts';
import { openZip } from './open-zip.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { notAsWritten, readingFault } from './reading-faults.ts';

/**
 * An archive that people download unpacks into one folder: it begins with an entry for that folder, and all files have its
 * name in front of theirs. The store holds archives without it, and what comes in is stored without it
 * (docs/decisions/0076-archive-folder.md).
 */

/** What people find after unpacking: site and version. Windows takes no dot at the end of a name. */
export function archiveFolderName({
  domain,
  version,
}: Readonly<{ domain: string; version: string | null }>): string {
  return `${domain}-${version ?? ''}`.replace(/[.-]+$/, '');
}

/** The name of the folder where an archive begins with its entry (`docs-1.0/`), else undefined. */
export function folderNamed(firstEntry: string): string | undefined {
  return /^([^/]+)\/$/.exec(firstEntry)?.[1];
}

/**
 * The folder that all files of a bundle lie in; undefined where they do not, or where the archive does not begin with it.
 * @throws OffprintError `integrity` when the archive is damaged
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

/** Folders with a slash at their end. */
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

/** The path of an entry within the folder of its archive. */
export function withoutFolder(path: string, folder: string | undefined): string {
  return folder === undefined ? path : path.slice(folder.length + 1);
}

/** The same where an entry may not lie elsewhere. @throws OffprintError `integrity` */
export function pathIn(folder: string | undefined, path: string): string {
  if (folder === undefined || path.startsWith(`${folder}/`)) return withoutFolder(path, folder);
  throw notAsWritten(`"${path}" is outside the folder "${folder}"`);
}
