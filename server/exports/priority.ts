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

/**
 * Passes this process's priority on to the session that a child leads. Where Linux groups processes by session
 * (sched(7), "The autogroup feature"), a priority counts only within a session, and each session gets as much of the
 * processor as any other: a browser in its own would get as much as the server, whatever its priority.
 *
 * @param pid of a child that was started with `detached`
 */
export function passPriorityToSession(pid: number, triesLeft = 5): void {
  try {
    fs.writeFileSync(`/proc/${pid}/autogroup`, String(os.getPriority()));
  } catch (error) {
    // The kernel takes one such change in a tenth of a second from users other than root.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && triesLeft > 1) {
      setTimeout(() => passPriorityToSession(pid, triesLeft - 1), 150).unref();
    }
    // Else the child has ended, or this system does not group by session.
  }
}
