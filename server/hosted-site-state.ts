import fs from 'node:fs';
import os from 'node:os';
import type { Host as SiteHost } from './hosting/host.types.ts';
import type { HostState } from './hosting/host-state.ts';
import { readRelease } from './hosting/release.ts';
import { keptVersions, versionFolder } from './hosting/versions.ts';
import type { HostedSite } from './store/hosted-sites.ts';
import { hostingFolder } from './store/job-folder.ts';

/** A kept version of a site. */
export type HostedVersion = Readonly<{
  /** Name of its folder. */
  id: string;
  version: string;
  digest: string;
  domain: string;
  pageCount: number;
  sizeBytes: number;
  addedAt: string;
  isActive: boolean;
}>;

/** Current state of a hosted site. */
export type HostedSiteState = HostedSite &
  Readonly<{
    status: 'stopped' | Exclude<HostState['state'], 'disabled'>;
    activity: HostState['activity'];
    /** Address for readers; null while the site does not listen. */
    url: string | null;
    /** Why the latest requested version is not served. */
    lastError: HostState['lastError'];
    /** Newest first. */
    versions: readonly HostedVersion[];
  }>;

type Summary = Omit<HostedVersion, 'isActive'>;

/** Reports the state of hosted sites. The record of a version is read only once, since it lists all of its files. */
export function siteStates(dataFolder: string) {
  const known = new Map<string, Summary>();
  const summary = (folder: string): Summary | undefined => {
    const found = known.get(folder) ?? summaryOf(folder);
    if (found) known.set(folder, found);
    return found;
  };
  /** Newest first. */
  const versionsOf = (stateFolder: string): HostedVersion[] => {
    const { names, current } = keptVersions(stateFolder);
    return names.flatMap((name) => {
      const found = summary(versionFolder(stateFolder, name));
      return found ? [{ ...found, isActive: name === current }] : [];
    });
  };
  /** @param fault why an enabled site does not listen */
  const stateOf = (
    site: HostedSite,
    served: SiteHost | undefined,
    fault: HostState['lastError'],
  ): HostedSiteState => {
    const now = served?.state();
    return {
      ...site,
      status: now && now.state !== 'disabled' ? now.state : site.isOn && fault ? 'failed' : 'stopped',
      activity: now?.activity ?? 'idle',
      url: served ? reachableUrl(served.url) : null,
      lastError: now ? now.lastError : fault,
      versions: versionsOf(hostingFolder(dataFolder, site.id)),
    };
  };
  return { stateOf, versionsOf };
}

function summaryOf(folder: string): Summary | undefined {
  try {
    const { name, record } = readRelease(folder);
    const { version, digest, domain, pages, files } = record;
    return {
      id: name,
      ...{ version, digest, domain },
      pageCount: pages,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      addedAt: fs.statSync(folder).mtime.toISOString(),
    };
  } catch {
    return undefined; // being removed or damaged, so it is not served
  }
}

/** Returns a site's URL for readers. An address for all interfaces is replaced with one of this computer. */
export function reachableUrl(url: string): string {
  const all = /\/\/(0\.0\.0\.0|\[::\]):/.exec(url)?.[1];
  if (all === undefined) return `${url}/`;
  const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  const own = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  return `${url.replace(all, own ?? '127.0.0.1')}/`;
}
