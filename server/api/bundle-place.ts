import fs from 'node:fs';
import path from 'node:path';
import { bundlesAt } from '../bundles/bundles-at.ts';
import { realPath } from '../exports/origin/folder-limits.ts';
import { findVariant } from '../exports/pack/variants.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';
import { reachableFolder } from './origin-restrictions.ts';
import type { Services } from './services.ts';

type PlaceServices = Pick<Services, 'host' | 'settings'>;

/** Returns the real path of a file or folder that this caller may have the server read. @throws ApiError 400, 403 */
export function readablePlace(place: string, caller: Caller, { host, settings }: PlaceServices): string {
  const reach = { dataFolder: host.dataFolder, directoryRoots: settings().directoryRoots };
  if (place.includes('\0')) throw new ApiError(400, 'A path cannot contain a null byte. Check the path.');
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) return reachableFolder(place, caller, reach, 'bundle');
  const folder = reachableFolder(path.dirname(place), caller, reach, 'bundle');
  // A symbolic link may point out of the folder.
  const real = realPath(path.join(folder, path.basename(place)));
  if (real === undefined) throw new ApiError(400, `There is no file ${place}. Check the path.`);
  return path.join(reachableFolder(path.dirname(real), caller, reach, 'bundle'), path.basename(real));
}

/**
 * Like readablePlace, for the bundle at that path. A file in a folder may be a link that points out of it.
 * @throws ApiError 400, 403
 */
export function readableBundle(given: string, caller: Caller, services: PlaceServices): string {
  const place = readablePlace(given, caller, services);
  const [bundle, ...others] = bundlesAt(place);
  return bundle === undefined || others.length > 0 ? place : readablePlace(bundle, caller, services);
}

/**
 * Returns the bundle of a completed job as it was packed.
 * @throws ApiError 404; OffprintError `conflict`, `not-found`
 */
export function bundleOfJob(
  jobId: string,
  { host }: PlaceServices,
): Readonly<{ file: string; sizeBytes: number; sha256: string }> {
  const variant = findVariant(host.store(), host.dataFolder, jobId);
  if (variant) return variant;
  throw new ApiError(
    404,
    `The bundle from job ${jobId} is no longer in the data folder. Export the site again.`,
  );
}
