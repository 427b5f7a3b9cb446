import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { OffprintError } from '../errors.ts';

/** `background` yields to everything else on the computer; `normal` competes with it (docs/decisions/0012). */
export type ExportPriority = 'background' | 'normal';

/**
 * Default priority of exports: `background`, or the value of `OFFPRINT_EXPORT_PRIORITY`. `normal` suits a server that
 * shares its container with busy programs.
 * @throws OffprintError `usage` for any other value
 */
export function exportPriorityOf(env: NodeJS.ProcessEnv): ExportPriority {
  const named = env.OFFPRINT_EXPORT_PRIORITY || 'background';
  if (named === 'background' || named === 'normal') return named;
  throw new OffprintError('usage', `OFFPRINT_EXPORT_PRIORITY is "${named}". Set it to background or normal.`);
}

/**
 * Gives this process the lowest priority, so that its work yields to processes that serve people and scripts. Threads and
 * processes started later inherit it. On Linux, priority is per thread (setpriority(2)), so it is also set for each thread
 * that V8 has already started for garbage collection and compilation. If util-linux' `chrt` is available, all threads also
 * get the SCHED_IDLE class (sched(7)), which is preempted as soon as another thread wakes up.
 *
 * With autogroups (sched(7), "The autogroup feature"), priorities only count within a session, so neither this process
 * nor its browsers may be session leaders (docs/decisions/0012).
 */
export function takeLowestPriority(): void {
  const { PRIORITY_LOW } = os.constants.priority;
  os.setPriority(PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of fs.readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), PRIORITY_LOW);
    } catch {
      // The thread has exited in the meantime.
    }
  }
  spawnSync('chrt', ['-a', '-i', '-p', '0', String(process.pid)], { stdio: 'ignore' });
}
