import fs from 'node:fs';
import path from 'node:path';
import { parseRemote } from '../agents/workspace/remote.ts';
import { closedBecause, realPath } from '../exports/origin/folder-limits.ts';
import type { UrlOrigin } from '../exports/origin/url-origin.ts';
import type { Origin } from '../store/projects.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** Resources that callers may reach: settings allow folders and hosts. The data folder is never allowed. */
export type Reach = Readonly<{
  dataFolder: string;
  directoryRoots: readonly string[];
  originHosts: readonly string[];
}>;

/**
 * Checks an origin that a caller sets. The owner of the data folder may set any, a key only those that the operator
 * allows.
 * @returns the origin with resolved folders
 * @throws ApiError 400, 403
 */
export function reachableOrigin(origin: Origin, caller: Caller, reach: Reach): Origin {
  if (origin.kind === 'url') {
    if (!caller.isOwner) checkHosts(origin, reach.originHosts);
    return origin;
  }
  if (origin.kind === 'directory') {
    return {
      ...withSupplied(origin, caller, reach),
      folder: reachableFolder(origin.folder, caller, reach, 'site'),
    };
  }
  if (origin.build !== undefined && !caller.isOwner) {
    throw new ApiError(
      403,
      'A build command runs programs on this server, so it cannot be set with an API key. Run this on the computer that runs the server: offprint projects create … --build <command>',
    );
  }
  const { folder, url } = parseRemote(origin.repository);
  if (folder === null) requireReachableHost(url, caller, reach);
  else reachableFolder(folder, caller, reach, 'repository');
  return withSupplied(origin, caller, reach);
}

/** @throws ApiError 400, 403 */
function withSupplied<T extends Readonly<{ supplied?: string | undefined }>>(
  origin: T,
  caller: Caller,
  reach: Reach,
): T {
  if (origin.supplied === undefined) return origin;
  return { ...origin, supplied: reachableFolder(origin.supplied, caller, reach, 'supplied files') };
}

/** Checks the hosts that a key makes this server connect to, and refuses certificate files. @throws ApiError 403 */
function checkHosts(origin: UrlOrigin, originHosts: readonly string[]): void {
  const { host } = new URL(origin.url);
  const others = [...(origin.assetHosts ?? []), ...(origin.proxy ? [new URL(origin.proxy.url).host] : [])];
  for (const name of [host, ...others]) requireOpenHost(name, originHosts);
  if (origin.caBundle !== undefined) {
    throw new ApiError(
      403,
      'A certificate file (caBundle) can only be set by the operator, not through the API.',
    );
  }
}

/**
 * Checks a folder that a caller has the server read. The owner of the data folder may use any, a key only those that
 * the operator allows, and nobody the data folder.
 * @returns its real path
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
  // Only those who may read a folder learn whether it exists and where links point.
  const real = realPath(folder);
  const roots = caller.isOwner ? null : directoryRoots;
  const isOpen = caller.isOwner || (real !== undefined && !closedBecause(real, { dataFolder, roots }));
  if (!isOpen) {
    throw new ApiError(
      403,
      'This folder is not allowed by the directoryRoots setting. The operator can add it with: offprint settings set directoryRoots <folder>',
    );
  }
  if (real === undefined) throw new ApiError(400, `The folder ${folder} does not exist. Check the path.`);
  if (!fs.statSync(real).isDirectory()) {
    throw new ApiError(400, `${folder} is a file, not a folder. Enter the path of a folder.`);
  }
  const why = closedBecause(real, { dataFolder, roots });
  if (why !== undefined) throw new ApiError(400, `The ${what} folder cannot be ${folder}: ${why}`);
  return real;
}

/** Refuses an address unless the caller is the owner or the settings allow its host. @throws ApiError 403 */
export function requireReachableHost(
  address: string,
  caller: Caller,
  { originHosts }: Pick<Reach, 'originHosts'>,
): void {
  if (!caller.isOwner) requireOpenHost(new URL(address).host, originHosts);
}

/**
 * Requires that the setting lists the host, with or without its port.
 * @param host with its port, unless it is the default port of the scheme
 * @throws ApiError 403
 */
function requireOpenHost(host: string, originHosts: readonly string[]): void {
  const hostname = host.replace(/:\d+$/, '');
  if (originHosts.includes(host) || originHosts.includes(hostname)) return;
  throw new ApiError(
    403,
    `The host ${host} is not allowed by the originHosts setting. The operator can add it with: offprint settings set originHosts ${hostname}`,
  );
}
