import os from 'node:os';
import path from 'node:path';
import { buildServerIfOld } from '../scripts/build-server.ts';
import { BUILT, PROGRAMS, ROOT } from './stand-ins/built.ts';

/** Runs once before the processes of the test files start: they inherit this environment. */
export default async function setup(): Promise<void> {
  // Tests wait for exports: at background priority they would starve next to another test file (docs/decisions/0012).
  process.env.OFFPRINT_EXPORT_PRIORITY = 'normal';
  // As in the command line: hundreds of processes are started, and each would compile the whole program.
  process.env.NODE_COMPILE_CACHE ??= path.join(os.homedir(), '.cache', 'offprint', 'compiled-for-tests');
  if (BUILT !== ROOT) await buildServerIfOld(ROOT, BUILT, { programs: PROGRAMS, desktop: true });
}
