import fs from 'node:fs';
import path from 'node:path';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/**
 * A folder that this caller may have the server read: the owner of the data folder any, a key those that the operator
 * has opened. @returns its real path
 * @throws ApiError 400, 403
 */
export function reachableFolder(
  given: string,
  caller: Caller,
  { directoryRoots }: Readonly<{ directoryRoots: readonly string[] }>,
  what: string,
): string {
  const folder = path.resolve(given);
  if (folder !== path.normalize(given).replace(/(.)[/\\]$/, '$1')) {
    throw new ApiError(400, `Give the folder of the ${what} as an absolute path.`);
  }
  // Whether a folder exists is told only to those who may read it.
  const real = realFolder(folder);
  const isOpen =
    caller.isOwner ||
    directoryRoots.some((root) => real !== undefined && isInside(realFolder(root) ?? root, real));
  if (!isOpen) {
    throw new ApiError(
      403,
      'This folder is not within the setting directoryRoots. Its operator adds it with: offprint settings set directoryRoots <folder>',
    );
  }
  if (real === undefined) throw new ApiError(400, `There is no folder ${folder}. Check the path.`);
  return real;
}

/** Refuses an address that no key may have the server talk to. @throws ApiError 403 */
export function requireReachableHost(
  address: string,
  caller: Caller,
  { originHosts }: Readonly<{ originHosts: readonly string[] }>,
): void {
  const { host, hostname } = new URL(address);
  if (caller.isOwner || originHosts.includes(host) || originHosts.includes(hostname)) return;
  throw new ApiError(
    403,
    `The host ${host} is not within the setting originHosts. Its operator adds it with: offprint settings set originHosts ${hostname}`,
  );
}

function realFolder(folder: string): string | undefined {
  try {
    const real = fs.realpathSync(folder);
    return fs.statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isInside(root: string, folder: string): boolean {
  const way = path.relative(root, folder);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
