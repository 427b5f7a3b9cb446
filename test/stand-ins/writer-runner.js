import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { keepBrowsers } from './kept-browsers.ts';

// A process that is the writer of one data folder after the other, so that its program is loaded only once
// (writer-pool.ts starts it). The program sees its own channel to its host; when the channel closes, or the program
// exits, the process waits for the next folder. If the program leaves work or processes behind, the process really
// ends.

process.setMaxListeners(0);
const reallyExit = process.exit.bind(process);
const tell = process.send.bind(process);

childProcess.spawn = keepBrowsers(childProcess.spawn);
const children = new Set();
for (const name of ['spawn', 'fork', 'execFile']) {
  const start = childProcess[name];
  childProcess[name] = (...args) => {
    const child = start(...args);
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
}
module.syncBuiltinESMExports();

/** Messages of the host: only the current program listens. */
let host = new EventEmitter();
/** Messages that arrived before the program listened. */
let early = [];
/** Commands and jobs that have not been answered yet. */
let pending = new Set();
/** Listeners of the process that predate the current program. */
let before = new Map();
let count = 0;

const ofHost = (name) => name === 'message' || name === 'disconnect';
const { on, once } = process;
on.call(process, 'disconnect', () => reallyExit(0));
on.call(process, 'message', ({ start, message, closed }) => {
  if (start) return begin(start);
  if (closed) return host.emit('disconnect');
  if (message.kind === 'command' || message.kind === 'interrupt') pending.add(message.id);
  if (message.kind === 'run') pending.add(message.jobId);
  if (!host.emit('message', message)) early.push(message);
});
for (const [name, register] of Object.entries({ on, once })) {
  process[name] = (event, listener) => {
    if (!ofHost(event)) return register.call(process, event, listener);
    host[name](event, listener);
    if (event === 'message') for (const message of early.splice(0)) host.emit('message', message);
    return process;
  };
}
process.send = (message, ...rest) => {
  if (message.kind === 'result' || message.kind === 'fault') pending.delete(message.id);
  if (message.kind === 'ended' || message.kind === 'stopped') pending.delete(message.jobId);
  return tell({ message }, ...rest);
};
process.exit = end;
process.disconnect = () => end(process.exitCode);

async function begin({ main, args, env, cwd, umask }) {
  host = new EventEmitter();
  early = [];
  pending = new Set();
  before = new Map(['exit', 'SIGINT'].map((name) => [name, process.listeners(name)]));
  process.argv.splice(1, Number.POSITIVE_INFINITY, fileURLToPath(main), ...args);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.umask(umask);
  process.exitCode = undefined;
  // The module that starts the program is evaluated again each time; its imports are not.
  await import(`${main}?${++count}`);
}

function end(code = 0) {
  // A failed program may hold locks that only the end of the process releases.
  if (code !== 0) return tell({}, () => reallyExit(code));
  if (pending.size > 0 || children.size > 0) reallyExit();
  for (const [name, listeners] of before) {
    for (const listener of process.listeners(name)) {
      if (listeners.includes(listener)) continue;
      process.removeListener(name, listener);
      if (name === 'exit') listener(0);
    }
  }
  host = new EventEmitter();
  // The host is gone; Node calls process.disconnect in this case, too.
  tell({ ended: true }, (error) => error && reallyExit(0));
}
