import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

/** What a process and its children took. */
export type Taken = Readonly<{
  /** Proportional set size, so that pages which processes share (the program itself) count once; browsers apart. */
  peakBytes: number;
  /** Processor time of all of them, as it stood a moment before their end. */
  cpuSeconds: number;
  code: number | null;
}>;

/** Each look takes 15 ms of processor time, most of it to add up the memory of a large process, which waits meanwhile. */
const EVERY_MS = 500;
/** Linux counts processor time in hundredths of a second for programs (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;

/** Waits for a process and watches its whole tree. */
export async function watchProcess(child: ChildProcess): Promise<Taken> {
  let peakBytes = 0;
  const ticks = new Map<number, number>();
  const look = (): void => {
    let bytes = 0;
    for (const pid of treeOf(child.pid ?? 0)) {
      bytes += proportionalBytes(pid);
      ticks.set(pid, ticksOf(pid) ?? ticks.get(pid) ?? 0);
    }
    peakBytes = Math.max(peakBytes, bytes);
  };
  const timer = setInterval(look, EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  const cpuSeconds = [...ticks.values()].reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
  return { peakBytes, cpuSeconds, code };
}

/** A process and all that it started. */
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

/** In user and in kernel mode. */
function ticksOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && (stat[11] ?? 0) + (stat[12] ?? 0);
}

/** The memory of a process, in bytes; 0 for browsers and for what has ended. */
export function proportionalBytes(pid: number): number {
  if (/^Name:\s*(chrom|headless)/m.test(read(`/proc/${pid}/status`) ?? '')) return 0;
  return Number(/^Pss:\s*(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0) * 1024;
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // the process has ended meanwhile
  }
}
