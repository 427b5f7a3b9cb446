import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import type { BuildLimits } from './build-sandbox.ts';

const PROCESSES_EVERY_MS = 250;
const DISK_EVERY_MS = 1000;
/** Pause after each walk through the folder, as a multiple of its duration: the walks take a tenth of the time. */
const DISK_PAUSE_SHARE = 9;

/** Share of memory, disk space and inodes that is reserved for the server. */
const RESERVE_SHARE = 0.05;
const RESERVE_BYTES_MAX = 2 ** 30;

const MIB = 2 ** 20;

/**
 * Monitors a running build: what it uses altogether, and what the computer has left. The latter also covers what the
 * former cannot see, such as deleted files that are still open and memory that is not mapped anywhere.
 * @param pid process from which all processes of the build descend
 * @param stop called at most once, with the error to report
 * @returns function that ends the watch
 */
export function watchBuild(
  pid: number,
  site: string,
  limits: BuildLimits,
  stop: (fault: OffprintError) => void,
): () => void {
  let over = false;
  const end = (): void => {
    over = true;
    clearInterval(processes);
    clearTimeout(time);
    clearTimeout(disk);
  };
  const judge = (fault: OffprintError | undefined): void => {
    if (fault === undefined || over) return;
    end();
    stop(fault);
  };
  const seconds = Math.round(limits.timeMs / 1000);
  const time = setTimeout(
    () =>
      judge(
        tooMuch(`ran for longer than ${seconds} second${seconds === 1 ? '' : 's'}`, 'buildTimeoutSeconds'),
      ),
    limits.timeMs,
  );
  const processes = setInterval(() => judge(faultOfProcesses(pid, limits)), PROCESSES_EVERY_MS);
  let disk = setTimeout(lookAtDisk, DISK_EVERY_MS);

  async function lookAtDisk(): Promise<void> {
    const began = performance.now();
    // If this fails, the build is over and its folder is gone.
    judge(await faultOfDisk(site, limits).catch(() => undefined));
    const pauseMs = Math.max(DISK_EVERY_MS, DISK_PAUSE_SHARE * (performance.now() - began));
    if (!over) disk = setTimeout(lookAtDisk, pauseMs);
  }
  return end;
}

function tooMuch(what: string, setting: string): OffprintError {
  return new OffprintError(
    'origin-unreadable',
    `The build command ${what} and was stopped. Change the command, or raise the ${setting} setting.`,
  );
}

function faultOfProcesses(pid: number, limits: BuildLimits): OffprintError | undefined {
  const { threads, memoryBytes } = familyOf(pid);
  if (threads > limits.processCount) {
    return tooMuch(`had more than ${limits.processCount} processes and threads`, 'buildProcesses');
  }
  if (memoryBytes > limits.memoryBytes) {
    return tooMuch(
      `used more than ${Math.round(limits.memoryBytes / MIB)} MiB of memory`,
      'buildMemoryMegabytes',
    );
  }
  if (os.freemem() >= reserveOf(os.totalmem())) return undefined;
  return new OffprintError(
    'origin-unreadable',
    'The build command was stopped because the computer ran low on memory. Free some memory, lower the buildMemoryMegabytes setting, or build the site elsewhere and export its folder.',
  );
}

/** @returns the error if the folder of a site is too large or its disk is nearly full */
export async function faultOfDisk(site: string, limits: BuildLimits): Promise<OffprintError | undefined> {
  const disk = await fs.promises.statfs(site);
  const room = disk.bavail * disk.bsize;
  if (room < reserveOf(disk.blocks * disk.bsize) || disk.ffree < RESERVE_SHARE * disk.files) {
    return new OffprintError(
      'disk-full',
      'The build command was stopped because the disk was nearly full. Free some space, lower the buildDiskMegabytes setting, or build the site elsewhere and export its folder.',
    );
  }
  if ((await sizeOf(site, limits.diskBytes)) <= limits.diskBytes) return undefined;
  return tooMuch(
    `wrote more than ${Math.round(limits.diskBytes / MIB)} MiB into the site's folder`,
    'buildDiskMegabytes',
  );
}

function reserveOf(total: number): number {
  return Math.min(RESERVE_BYTES_MAX, RESERVE_SHARE * total);
}

type Descendant = Readonly<{ pid: number; threads: number; memoryBytes: number }>;

/** Sums the threads and memory of all descendants of a process. */
function familyOf(root: number): { threads: number; memoryBytes: number } {
  let threads = 0;
  let memoryBytes = 0;
  for (const one of descendantsOf(root)) {
    threads += one.threads;
    memoryBytes += one.memoryBytes;
  }
  return { threads, memoryBytes };
}

/**
 * Kills a process and all its descendants. bubblewrap's child ends together with it only once that child has
 * requested this: if bubblewrap alone were killed just before, the child would wait for its parent forever.
 */
export function killFamily(root: number): void {
  signalTo(root, 'SIGSTOP'); // keeps it from starting more processes
  for (const { pid } of descendantsOf(root)) signalTo(pid, 'SIGKILL');
  signalTo(root, 'SIGKILL');
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has already ended
  }
}

/** Returns all descendants of a process, from proc(5). */
function descendantsOf(root: number): Descendant[] {
  const children = new Map<number, Descendant[]>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = statusOf(name);
    if (status === undefined) continue;
    const field = (key: string): number =>
      Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const siblings = children.get(field('PPid')) ?? [];
    children.set(field('PPid'), siblings);
    siblings.push({
      pid: Number(name),
      threads: field('Threads'),
      memoryBytes: 1024 * (field('RssAnon') + field('RssShmem') + field('VmSwap')),
    });
  }
  const found: Descendant[] = [];
  const queue = [root];
  for (let parent = queue.pop(); parent !== undefined; parent = queue.pop()) {
    for (const child of children.get(parent) ?? []) {
      queue.push(child.pid);
      found.push(child);
    }
  }
  return found;
}

function statusOf(pid: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined; // it has ended
  }
}

/** Returns the disk usage of a folder in bytes, counting each inode as a block. Stops once it exceeds `enough`. */
async function sizeOf(folder: string, enough: number): Promise<number> {
  let size = 0;
  const queue = [folder];
  for (let next = queue.pop(); next !== undefined && size <= enough; next = queue.pop()) {
    const entries = await fs.promises.readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const full = path.join(next, entry.name);
      if (entry.isDirectory()) queue.push(full);
      const status = await fs.promises.lstat(full).catch(() => null);
      // A sparse file is written in full when it is exported.
      size += INODE_BYTES + Math.max(status?.size ?? 0, (status?.blocks ?? 0) * 512);
      if (size > enough) break;
    }
  }
  return size;
}

const INODE_BYTES = 4096;
