import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

/** Resources used by a process and its children. */
export type Taken = Readonly<{
  /** Highest sampled value of residentBytes. */
  peakBytes: number;
  /** CPU time of the whole tree, sampled shortly before it ended. */
  cpuSeconds: number;
  code: number | null;
}>;

/** Sampling interval: each sample takes 1.5 ms of CPU time. */
const EVERY_MS = 500;
/** Linux reports CPU time to programs in hundredths of a second (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;

/** Waits for a process and samples its whole tree. */
export async function watchProcess(child: ChildProcess): Promise<Taken> {
  let peakBytes = 0;
  const ticks = new Map<number, number>();
  const look = (): void => {
    const tree = treeOf(child.pid ?? 0);
    for (const pid of tree) ticks.set(pid, ticksOf(pid) ?? ticks.get(pid) ?? 0);
    peakBytes = Math.max(peakBytes, residentBytes(tree));
  };
  const timer = setInterval(look, EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  const cpuSeconds = [...ticks.values()].reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
  return { peakBytes, cpuSeconds, code };
}

/** A process and all its descendants. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statOf(Number(name))?.[1];
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    tree.push(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return tree;
}

/** Fields of /proc/pid/stat from the third on (proc(5)): state, parent, …; undefined once the process has gone. */
function statOf(pid: number): number[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** In user and kernel mode. */
function ticksOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && (stat[11] ?? 0) + (stat[12] ?? 0);
}

/**
 * Memory of processes of one program, in bytes: each one's private memory, plus the mapped files once (mainly the
 * program itself), most of which the processes share. Browsers are excluded. These are the kernel's own counts
 * (proc(5), `status`): adding up each process's share of each page (`smaps_rollup`) takes ten times as long and stalls
 * the process.
 */
export function residentBytes(pids: readonly number[]): number {
  let own = 0;
  let files = 0;
  for (const pid of pids) {
    const status = read(`/proc/${pid}/status`) ?? '';
    if (/^Name:\s*(chrom|headless)/m.test(status)) continue;
    own += kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem');
    files = Math.max(files, kilobytes(status, 'RssFile'));
  }
  return (own + files) * 1024;
}

/** 0 for processes that have ended. */
function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // the process has ended
  }
}
