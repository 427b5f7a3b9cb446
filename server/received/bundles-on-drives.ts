import fs from 'node:fs';
import path from 'node:path';
import { bundlesAt } from '../bundles/bundles-at.ts';
import { asOffprintError } from '../errors.ts';
import { DRIVE_FOLDER } from '../publications/target-place.ts';
import type { Drive } from '../publications/targets/find-drive.ts';

/** A drive that is plugged in, with what could be received from it. */
export type DriveWithBundles = Readonly<{
  drive: Drive;
  /** Paths: archives, deltas, descriptors of volumes, folders that a bundle was unpacked into. */
  bundles: readonly string[];
  /** Why it could not be looked at. */
  error: string | null;
}>;

/** Who has more of them on a drive gives the path of one. */
const BUNDLES_MAX = 50;

/**
 * Looks for bundles on drives: at their top, and where Offprint publishes to. Names are looked at, no content: whether it is a
 * bundle is found out when it is received.
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
