import fs from 'node:fs';
import path from 'node:path';
import { closedBecause, realPath } from '../exports/origin/folder-limits.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** What of this computer calls may reach: the data folder itself never, the rest by settings. */
export type Reach = Readonly<{
  dataFolder: string;
  directoryRoots: readonly string[];
  originHosts: readonly string[];
}>;

/**
 * A folder that this caller may have the server read: the owner of the data folder any, a key those that the operator
 * has opened, nobody the data folder. @returns its real path
 * @throws ApiError 400, 403
 */
export function reachableFolder(
  given: string,
  caller: Caller,
  { dataFolder, directoryRoots }: Pick<Reach, 'dataFolder' | 'directoryRoots'>,
  what: string,
): string {
  const folder = path.resolve(given);
  if (folder !== path.normalize(given).replace(/(.)[/\\]$/, '$1')) {
    throw new ApiError(400, `Use an absolute path for the ${what} folder.`);
  }
  // Whether a folder exists, and where links lead, is told only to those who may read it.
  const real = realFolder(folder);
  const roots = caller.isOwner ? null : directoryRoots;
  const isOpen = caller.isOwner || (real !== undefined && !closedBecause(real, { dataFolder, roots }));
  if (!isOpen) {
    throw new ApiError(
      403,
      'This folder is not allowed by the directoryRoots setting. The operator can add it with: offprint settings set directoryRoots <folder>',
    );
  }
  if (real === undefined) throw new ApiError(400, `The folder ${folder} does not exist. Check the path.`);
  const why = closedBecause(real, { dataFolder, roots });
  if (why !== undefined) throw new ApiError(400, `The ${what} folder cannot be ${folder}: ${why}`);
  return real;
}

/** Refuses an address that no key may have the server talk to. @throws ApiError 403 */
export function requireReachableHost(
  address: string,
  caller: Caller,
  { originHosts }: Pick<Reach, 'originHosts'>,
): void {
  const { host, hostname } = new URL(address);
  if (caller.isOwner || originHosts.includes(host) || originHosts.includes(hostname)) return;
  throw new ApiError(
    403,
    `The host ${host} is not allowed by the originHosts setting. The operator can add it with: offprint settings set originHosts ${hostname}`,
  );
}

function realFolder(folder: string): string | undefined {
  const real = realPath(folder);
  return real !== undefined && fs.statSync(real).isDirectory() ? real : undefined;
}
