import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux keeps the priority of this session (sched(7), "The autogroup feature"). */
const SESSION = '/proc/self/autogroup';

/** Said once for a whole run, before the processes of the test files start: these inherit it. */
export default function setup(): () => void {
  // The priority that jobs give themselves (server/exports/priority.ts): beside a test file that keeps the processors
  // busy, the job of another would else get next to none of them.
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const restore = lowerSession();
  // As the command line has it: hundreds of processes are started, and each would compile the whole program.
  process.env.NODE_COMPILE_CACHE ??= path.join(os.homedir(), '.cache', 'offprint', 'compiled-for-tests');
  return restore;
}

/** @returns what gives the session the priority that it had */
function lowerSession(): () => void {
  if (!fs.existsSync(SESSION)) return () => {};
  const nice = /nice (-?\d+)/.exec(fs.readFileSync(SESSION, 'utf8'))?.[1] ?? '0';
  const set = (value: string): void => {
    try {
      fs.writeFileSync(SESSION, value);
    } catch {
      // Others than root may change it once in a tenth of a second, and never below what is usual.
    }
  };
  set('19');
  return () => set(nice);
}
