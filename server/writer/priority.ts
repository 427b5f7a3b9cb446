import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { OffprintError } from '../errors.ts';

/** `background` yields to everything else on the computer; `normal` competes with it (docs/decisions/0012). */
export type ExportPriority = 'background' | 'normal';

/**
 * The priority of exports where a program sets none: `background`, unless `OFFPRINT_EXPORT_PRIORITY` says `normal`, as
 * for a server that shares its container with busy programs.
 * @throws OffprintError `usage` for any other value
 */
export function exportPriorityOf(env: NodeJS.ProcessEnv): ExportPriority {
  const named = env.OFFPRINT_EXPORT_PRIORITY || 'background';
  if (named === 'background' || named === 'normal') return named;
  throw new OffprintError('usage', `OFFPRINT_EXPORT_PRIORITY is "${named}". Set it to background or normal.`);
}

/**
 * Gives this process the lowest priority: the heavy work yields to whoever answers people and scripts. Threads and
 * processes that are started later inherit it. On Linux a priority is a thread's own (setpriority(2)), so those that
 * the engine has started already (it collects garbage and compiles in some of them) are told one by one; and all get
 * the class for idle work (sched(7), SCHED_IDLE), where util-linux' `chrt` is there to give it: a thread of that class
 * is interrupted at once when another wakes.
 *
 * It counts only among processes of one session where Linux groups processes by session (sched(7), "The autogroup
 * feature"): neither this process nor its browsers may lead one (docs/decisions/0012).
 */
export function takeLowestPriority(): void {
  const { PRIORITY_LOW } = os.constants.priority;
  os.setPriority(PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of fs.readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), PRIORITY_LOW);
    } catch {
      // This thread has ended meanwhile.
    }
  }
  spawnSync('chrt', ['-a', '-i', '-p', '0', String(process.pid)], { stdio: 'ignore' });
}
