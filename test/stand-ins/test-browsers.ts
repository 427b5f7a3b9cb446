import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { keepBrowsers } from './kept-browsers.ts';

const real = childProcess.spawn;
const kept: typeof real = keepBrowsers(real);

/** Sets whether browsers that this process starts from now on are kept for reuse. */
export function setBrowsersKept(areKept: boolean): void {
  childProcess.spawn = areKept ? kept : real;
  syncBuiltinESMExports();
}
