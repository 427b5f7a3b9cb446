import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { keepBrowsers } from './kept-browsers.ts';

const real = childProcess.spawn;
const kept: typeof real = keepBrowsers(real);

/** Whether browsers that this process starts from now on outlive their use, for the next one. */
export function setBrowsersKept(areKept: boolean): void {
  childProcess.spawn = areKept ? kept : real;
  syncBuiltinESMExports();
}
