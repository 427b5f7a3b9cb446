import os from 'node:os';
import { compileCacheFolder } from '../server/cli/data-folder.ts';

/** Said once for a whole run, before the processes of the test files start: these inherit it. */
export default function setup(): void {
  // The priority that jobs give themselves (server/exports/priority.ts): beside a test file that keeps the processors
  // busy, the job of another would else get next to none of them.
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  // As the command line has it: hundreds of processes are started, and each would compile the whole program.
  process.env.NODE_COMPILE_CACHE ??= compileCacheFolder();
}
