import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

/**
 * Waits for a process and watches the memory of its whole tree, browsers apart: proportional set size, so that pages
 * which processes share (the program itself) count once.
 */
export async function watchMemory(child: ChildProcess): Promise<{ peakBytes: number; code: number | null }> {
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, treeBytes(child.pid ?? 0));
  }, 100);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  return { peakBytes, code };
}

function treeBytes(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  let bytes = 0;
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    bytes += proportionalBytes(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return bytes;
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function proportionalBytes(pid: number): number {
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
