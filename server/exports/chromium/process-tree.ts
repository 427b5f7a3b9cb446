import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Kills a process and its descendants. Does nothing if they have ended. Does not find descendants whose parent has
 * already exited.
 */
export function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  // On macOS, the process leads its own group; on Linux it does not (docs/decisions/0012).
  const tree = process.platform === 'linux' ? [pid, ...descendantsOf(pid)] : [-pid];
  for (const one of tree) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // ESRCH: already gone
    }
  }
}

/** Returns all descendants of a process, according to Linux's process list. */
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

/** Reads the fourth field of /proc/<pid>/stat (proc(5)). The second field, the name, may contain any characters. */
function parentOf(pid: string): number | undefined {
  try {
    const state = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
