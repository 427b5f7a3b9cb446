import process from 'node:process';
import { DISCONNECT } from './utility-process.ts';

/** Runs a server program in an Electron utility process as if Node had forked it (see utility-process.ts). */
const [, , program = '', ...args] = process.argv;
const port = process.parentPort;

process.argv.splice(2, process.argv.length, ...args);
Object.defineProperty(process, 'connected', { value: true, writable: true });
process.send = (message: unknown, ...rest: unknown[]) => {
  port.postMessage(message);
  const done = rest.at(-1);
  if (typeof done === 'function') done(null);
  return true;
};
port.on('message', ({ data }) => {
  if (data !== DISCONNECT) {
    process.emit('message', data, undefined);
    return;
  }
  process.connected = false;
  process.emit('disconnect');
});

await import(program);
