import fs from 'node:fs';
import path from 'node:path';
import { bundlesAt } from '../bundles/bundles-at.ts';
import { asOffprintError } from '../errors.ts';
import { DRIVE_FOLDER } from '../publications/target-place.ts';
import type { Drive } from '../publications/targets/find-drive.ts';

/** A plugged-in drive and the bundles that can be received from it. */
export type DriveWithBundles = Readonly<{
  drive: Drive;
  /** Paths: archives, deltas, volume descriptors, and folders with an unpacked bundle. */
  bundles: readonly string[];
  /** Why the drive could not be read. */
  error: string | null;
}>;

/** If a drive has more bundles, the user can still enter a path. */
const BUNDLES_MAX = 50;

/**
 * Looks for bundles at the top of drives and in Offprint's publishing folder. Only checks names: the content is
 * verified when a bundle is received.
 */
export function bundlesOnDrives(drives: readonly Drive[]): DriveWithBundles[] {
  return drives.map((drive) => {
    try {
      const places = [drive.mount, path.join(drive.mount, DRIVE_FOLDER)];
      const bundles = places.flatMap((place) => (isFolder(place) ? bundlesAt(place) : []));
      return { drive, bundles: bundles.slice(0, BUNDLES_MAX), error: null };
    } catch (error) {
      return { drive, bundles: [], error: asOffprintError(error).message };
    }
  });
}

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
