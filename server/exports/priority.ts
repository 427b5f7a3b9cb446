import fs from 'node:fs';
import os from 'node:os';

/**
 * Gives this process the lowest priority: the heavy work yields to whoever answers people and scripts. Threads and
 * processes that are started later inherit it. On Linux a priority is a thread's own (setpriority(2)), so those that
 * the engine has started already (it collects garbage and compiles in four of them) are told one by one.
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
}
