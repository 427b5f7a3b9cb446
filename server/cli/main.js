#!/usr/bin/env node
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';

// Compiled code is kept between starts, in a folder of this user alone, since what lies there is run: the command line
// and its processes start five times faster (measured). To read TypeScript, Node first prepares for 0.1 s; where all of it
// lies there, nobody has to. So this file is the one that is not written in it.
if (!process.env.NODE_COMPILE_CACHE) {
  const caches = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const folder = path.join(caches, 'offprint', 'compiled');
  module.enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE = folder;
}
const { runProgram } = await import('./program.ts');
await runProgram();
