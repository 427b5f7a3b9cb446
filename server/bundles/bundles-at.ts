import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { parseManifest } from './manifest.ts';
import { MANIFEST_FILE } from './own-files.ts';
import { CURRENT, RELEASES, versionOfPointer } from './release-pointer.ts';

/**
 * The bundles that somebody means who points at a file, a folder or a drive: the file itself; a folder that one was unpacked into;
 * the archives, deltas and descriptors of volumes that lie in the folder; or what its `current` leads to, where something
 * was published there. Nothing further down is looked at.
 * @returns paths; none where there is nothing of the kind
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

/** A published archive has its manifest beside it for people to read; its files are not there. */
function hasFileOfManifest(folder: string): boolean {
  try {
    const { files } = parseManifest(fs.readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'));
    return files.some((file) => fs.existsSync(path.join(folder, file.path)));
  } catch (error) {
    // Whoever verifies the folder is told what is wrong with it.
    if (error instanceof OffprintError) return true;
    throw error;
  }
}

/** The folder of the version that readers see, on a drive or in a folder that was published to. */
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
