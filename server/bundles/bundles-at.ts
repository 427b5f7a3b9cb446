import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { parseManifest } from './manifest.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { CURRENT, RELEASES, versionOfPointer } from './release-pointer.ts';

/**
 * Finds the bundles at a file, folder or drive: the file itself; a folder with an unpacked bundle; the archives, deltas
 * and volume descriptors in the folder; or, for a publication target, the release that its `current` points to. Does
 * not search subfolders.
 * @returns paths; empty if there is no bundle
 */
export function bundlesAt(place: string): string[] {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [place];
  const names = fs
    .readdirSync(place)
    .filter((name) => /\.(zip|tar\.gz|volumes\.json)$/.test(name) && !name.startsWith('.'));
  const hasManifest = fs.existsSync(path.join(place, MANIFEST_FILE));
  if (hasManifest && (names.length === 0 || hasFileOfManifest(place))) return [place];
  const release = hasManifest || names.length > 0 ? undefined : currentRelease(place);
  return release === undefined ? names.map((name) => path.join(place, name)) : bundlesAt(release);
}

/**
 * Whether the folder contains the manifest's files. A published archive has its manifest next to it for people to read,
 * but not the files.
 */
function hasFileOfManifest(folder: string): boolean {
  try {
    const { files } = parseManifest(fs.readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'));
    return files.some((file) => fs.existsSync(path.join(folder, file.path)));
  } catch (error) {
    // Verification of the folder reports what is wrong with it.
    if (error instanceof OffprintError) return true;
    throw error;
  }
}

/** Folder of the version that readers see, in a folder or on a drive that was published to. */
function currentRelease(target: string): string | undefined {
  const pointer = path.join(target, CURRENT);
  const stat = fs.lstatSync(pointer, { throwIfNoEntry: false });
  const text = stat?.isSymbolicLink()
    ? fs.readlinkSync(pointer)
    : stat?.isFile() && stat.size < 1_000
      ? fs.readFileSync(pointer, 'utf8')
      : '';
  const version = versionOfPointer(text);
  return version === null ? undefined : path.join(target, RELEASES, version);
}
