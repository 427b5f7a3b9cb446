#!/usr/bin/env node
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';

// Cache compiled code between starts: the command line and its processes start five times faster (measured). The folder
// belongs to this user alone, because cached code is executed. Node needs 0.1 s to prepare for TypeScript, which it can
// skip if all modules are cached. That is why this file is JavaScript.
if (!process.env.NODE_COMPILE_CACHE) {
  const caches = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const folder = path.join(caches, 'offprint', 'compiled');
  module.enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE = folder;
}
const { runProgram } = await import('./program.ts');
await runProgram();
