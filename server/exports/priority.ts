import fs from 'node:fs';
import os from 'node:os';

/** The nice value of the worker's session and its browsers', 0 to 19: they share what others leave (docs/decisions/0012). */
const SESSION_NICE = 19;
let isLow = false;

/**
 * Gives this process the lowest priority: the heavy work yields to whoever answers people and scripts. Threads and
 * processes that are started later inherit it. On Linux a priority is a thread's own (setpriority(2)), so those that
 * the engine has started already (it collects garbage and compiles in four of them) are told one by one. And where Linux
 * groups processes by session (sched(7), "The autogroup feature"), a priority counts within a session only: the session
 * is lowered too, when this process leads one.
 */
export function takeLowestPriority(): void {
  const { PRIORITY_LOW } = os.constants.priority;
  os.setPriority(PRIORITY_LOW);
  isLow = true;
  if (process.platform !== 'linux') return;
  for (const thread of fs.readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), PRIORITY_LOW);
    } catch {
      // This thread has ended meanwhile.
    }
  }
  if (leadsSession()) lowerSession(process.pid);
}

/**
 * Lowers the session that a browser leads, when this process has the lowest priority.
 * @param pid of a child that was started with `detached`
 */
export function lowerBrowserSession(pid: number): void {
  if (isLow && process.platform === 'linux') lowerSession(pid);
}

/** The sixth field of its state (proc(5)): the session's leader. The second, its name, may hold anything. */
function leadsSession(): boolean {
  const state = fs.readFileSync('/proc/self/stat', 'utf8');
  return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[3]) === process.pid;
}

function lowerSession(leader: number, triesLeft = 5): void {
  try {
    fs.writeFileSync(`/proc/${leader}/autogroup`, String(SESSION_NICE));
  } catch (error) {
    // The kernel takes one such change in a tenth of a second from users other than root.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && triesLeft > 1) {
      setTimeout(() => lowerSession(leader, triesLeft - 1), 150).unref();
    }
    // Else the child has ended, or this system does not group by session.
  }
}
