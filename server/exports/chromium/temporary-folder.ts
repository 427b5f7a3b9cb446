import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../is-alive.ts';

/**
 * Creates a folder (mode 0700) inside `parent` whose name identifies its process, so that a later start can distinguish
 * a folder in use from one left behind by a killed process.
 *
 * @returns its absolute path: `<parent>/<prefix><host>-<pid>-<process start>-<random>`
 * @throws the file system's error if `parent` is missing, full or not writable
 */
export function createTemporaryFolder(parent: string, prefix: string): Promise<string> {
  return mkdtemp(join(parent, `${prefix}${thisHost()}-${process.pid}-${thisProcessStart()}-`));
}

/**
 * Removes folders created by `createTemporaryFolder` with this prefix whose process no longer exists. Best effort:
 * ignores what cannot be read or removed.
 */
export async function removeAbandonedFolders(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(prefix) ? parseOwner(name.slice(prefix.length)) : undefined;
    if (owner === undefined) continue;
    const folder = join(parent, name);
    const status = await lstat(folder).catch(() => undefined);
    // In a shared /tmp, another user may have created a folder with this name; do not remove it.
    if (!status?.isDirectory() || (process.getuid && status.uid !== process.getuid())) continue;
    if (isAbandoned(owner, status.mtimeMs))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Removes partially unpacked browsers of any version, left behind by processes that have ended. */
export async function removeUnfinishedBrowsers(cacheFolder: string): Promise<void> {
  const names = await readdir(cacheFolder).catch(() => []);
  const prefixes = names.flatMap((name) => /^chromium-[\w.+-]*?\.partial-/.exec(name)?.[0] ?? []);
  for (const prefix of new Set(prefixes)) await removeAbandonedFolders(cacheFolder, prefix);
}

type Owner = Readonly<{ host: string; pid: number; processStart: string }>;

const weekMs = 7 * 24 * 60 * 60 * 1000;

function isAbandoned(owner: Owner, modifiedMs: number): boolean {
  // Process ids of another machine or container (on a shared volume) mean nothing here, so only age counts.
  if (owner.host !== thisHost()) return Date.now() - modifiedMs > weekMs;
  // A restarted container has the same host name and often the same pid, but a different start time.
  if (owner.pid === process.pid) return owner.processStart !== thisProcessStart();
  return !isAlive(owner.pid);
}

function parseOwner(text: string): Owner | undefined {
  const [, host, pid, processStart] = /^([0-9a-f]{8})-(\d+)-([0-9a-z]+)-\w{6}$/.exec(text) ?? [];
  if (host === undefined || pid === undefined || processStart === undefined) return undefined;
  return { host, pid: Number(pid), processStart };
}

/** A host name may contain any characters; eight hex digits of its hash are always valid in a file name. */
function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** The same in every worker of a process, and unaffected by later changes to the system clock. */
function thisProcessStart(): string {
  return Math.floor(performance.timeOrigin).toString(36);
}
