import { EventEmitter } from 'node:events';
import process from 'node:process';

/**
 * Loaded before the program of a utility process, which here is a child process of Node: provides `parentPort`, and
 * hides what only a child process of Node has.
 */
const port = new EventEmitter();
const send = process.send?.bind(process);
const emit = process.emit.bind(process) as (name: string, ...args: unknown[]) => boolean;
/** Events that the program itself emits while it handles a message are its own. */
let isHearing = false;

Object.assign(process, {
  send: undefined,
  emit: (name: string, ...args: unknown[]): boolean => {
    if (isHearing || (name !== 'message' && name !== 'disconnect')) return emit(name, ...args);
    // A utility process ends with the app, however the app ends.
    if (name === 'disconnect') process.kill(process.pid, 'SIGKILL');
    isHearing = true;
    try {
      return port.emit('message', { data: args[0], ports: [] });
    } finally {
      isHearing = false;
    }
  },
});
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, { postMessage: (message: unknown) => send?.(message) }),
});
// Node reads the channel only while there is a listener.
process.on('message', () => {});
