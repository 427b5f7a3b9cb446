import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Ends a process and all that it has started, at once. Harmless when they have ended; what a process has left behind
 * that ended before is not found.
 */
export function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  // A group of its own where it leads one: on Linux it leads none (docs/decisions/0012).
  const tree = process.platform === 'linux' ? [pid, ...descendantsOf(pid)] : [-pid];
  for (const one of tree) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // ESRCH: it is gone already, which is what was wanted.
    }
  }
}

/** All that a process has started, and what these have, by Linux's own list of processes. */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found.slice(1);
}

/** The fourth field of its state (proc(5)). The second, its name, may hold anything. */
function parentOf(pid: string): number | undefined {
  try {
    const state = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
