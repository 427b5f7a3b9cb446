import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { programBeside } from '../server/program-beside.ts';
import { childEnvironment } from './child-environment.ts';
import type { ElectronApis } from './electron.types.ts';

/** Message that replaces the `disconnect` event, which utility processes do not have. */
export const DISCONNECT = 'offprint:disconnect';

/**
 * Starts a server program in a utility process and wraps it as a Node child process. A packaged app cannot run as Node
 * (fuse `runAsNode`), so `fork` would start a second app.
 */
export function utilityProcesses({ utilityProcess }: Pick<ElectronApis, 'utilityProcess'>) {
  return (file: URL, args: readonly string[] = []): ChildProcess => {
    const entry = fileURLToPath(programBeside(import.meta.url, './utility-entry'));
    const utility = utilityProcess.fork(entry, [file.href, ...args], {
      env: { MALLOC_ARENA_MAX: '2', ...childEnvironment(process.env) },
      serviceName: 'Offprint worker',
      stdio: 'inherit',
    });
    const child = new EventEmitter();
    let isConnected = true;
    utility.on('message', (message) => child.emit('message', message));
    utility.on('exit', (code) => {
      isConnected = false;
      child.emit('exit', code, null);
    });
    Object.defineProperty(child, 'connected', { get: () => isConnected });
    return Object.assign(child, {
      send: (message: unknown, done?: (error: Error | null) => void) => {
        if (isConnected) utility.postMessage(message);
        done?.(isConnected ? null : new Error('The process has ended.'));
        return isConnected;
      },
      disconnect: () => {
        if (isConnected) utility.postMessage(DISCONNECT);
        isConnected = false;
      },
      kill: (signal: NodeJS.Signals = 'SIGTERM') => {
        // `utility.kill` only asks the process to exit; one that does not respond needs SIGKILL.
        if (signal !== 'SIGKILL' || utility.pid === undefined) return utility.kill();
        try {
          return process.kill(utility.pid, signal);
        } catch {
          return false;
        }
      },
    }) as unknown as ChildProcess;
  };
}
