import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../is-alive.ts';

/**
 * Makes a folder (mode 0700) inside `parent` whose name says which process it belongs to, so that a later
 * start can tell a folder in use from one that a killed process left behind.
 *
 * @returns its absolute path: `<parent>/<prefix><host>-<pid>-<process start>-<random>`
 * @throws the file system's own error when `parent` is missing, full or not writable
 */
export function createTemporaryFolder(parent: string, prefix: string): Promise<string> {
  return mkdtemp(join(parent, `${prefix}${thisHost()}-${process.pid}-${thisProcessStart()}-`));
}

/**
 * Removes the folders of `createTemporaryFolder` with this prefix whose process is gone. Best effort: what
 * cannot be read or removed stays, and never makes the caller fail.
 */
export async function removeAbandonedFolders(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(prefix) ? parseOwner(name.slice(prefix.length)) : undefined;
    if (owner === undefined) continue;
    const folder = join(parent, name);
    const status = await lstat(folder).catch(() => undefined);
    // In a shared /tmp a stranger may have made a folder of this name; it is not ours to remove.
    if (!status?.isDirectory() || (process.getuid && status.uid !== process.getuid())) continue;
    if (isAbandoned(owner, status.mtimeMs))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** What is left of browsers whose unpacking a process did not finish, whatever their version. */
export async function removeUnfinishedBrowsers(cacheFolder: string): Promise<void> {
  const names = await readdir(cacheFolder).catch(() => []);
  const prefixes = names.flatMap((name) => /^chromium-[\w.+-]*?\.partial-/.exec(name)?.[0] ?? []);
  for (const prefix of new Set(prefixes)) await removeAbandonedFolders(cacheFolder, prefix);
}

type Owner = Readonly<{ host: string; pid: number; processStart: string }>;

const weekMs = 7 * 24 * 60 * 60 * 1000;

function isAbandoned(owner: Owner, modifiedMs: number): boolean {
  // Process ids of another machine or container (a shared volume) say nothing here; only age does.
  if (owner.host !== thisHost()) return Date.now() - modifiedMs > weekMs;
  // A restarted container has the same host name and often the same pid: the start time tells them apart.
  if (owner.pid === process.pid) return owner.processStart !== thisProcessStart();
  return !isAlive(owner.pid);
}

function parseOwner(text: string): Owner | undefined {
  const [, host, pid, processStart] = /^([0-9a-f]{8})-(\d+)-([0-9a-z]+)-\w{6}$/.exec(text) ?? [];
  if (host === undefined || pid === undefined || processStart === undefined) return undefined;
  return { host, pid: Number(pid), processStart };
}

/** A host name may hold anything; eight digits of its hash are always a legal part of a file name. */
function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** The same in every worker of a process, and not moved by a clock that is set later. */
function thisProcessStart(): string {
  return Math.floor(performance.timeOrigin).toString(36);
}
