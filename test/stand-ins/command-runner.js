import childProcess from 'node:child_process';
import module from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { lendWriter } from './writer-pool.ts';

// Runs command lines one after the other in one process, so that the program is loaded only once (fixture-site.ts
// starts it). The parent sends arguments and environment, and reads the output up to the marker.

const WRITER = '/server/writer/main.js';

process.setMaxListeners(0);
process.on('disconnect', () => process.exit());

/** Processes that a command leaves running: they would end with its own process, so they are killed after it here. */
const children = new Set();
const { fork } = childProcess;
childProcess.fork = (file, args, options) => {
  const start = (main) => fork(main, args, options);
  const child = String(file).endsWith(WRITER)
    ? lendWriter(start, new URL(file), args, options.env)
    : start(file);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};
module.syncBuiltinESMExports();

let count = 0;

process.on('message', async ({ main, args, env, cwd, umask, mark }) => {
  process.argv.splice(1, Number.POSITIVE_INFINITY, main, ...args);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.umask(umask);
  process.exitCode = undefined;
  // The module that starts the program is evaluated again each time; its imports are not.
  await import(`${pathToFileURL(main)}?${++count}`);
  for (const child of children) child.kill('SIGKILL');
  process.stdout.removeAllListeners('error');
  process.stdout.write(mark);
  process.stderr.write(mark);
  process.send({ code: process.exitCode ?? 0 });
});
