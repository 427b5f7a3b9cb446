import { type ChildProcess, fork } from 'node:child_process';
import { programBeside } from '../program-beside.ts';
import type { ExportPriority } from './priority.ts';

/**
 * Dependencies that differ between the command line, the server and the desktop app.
 */
export type HostPorts = Readonly<{
  /** Starts the writer process with an IPC channel; `file` is its entry point. */
  spawnWorker: (file: URL, args: readonly string[]) => ChildProcess;
  /** Priority of the writer process; the default is that of `exportPriorityOf`. */
  exportPriority?: ExportPriority | undefined;
}>;

/** Entry point of the writer process. */
export const WRITER = programBeside(import.meta.url, './main');

/**
 * Starts a Node child process. Small young generations and two malloc arenas use less memory than Node's defaults; an
 * initial old generation of 64 MB avoids repeated collections of a small heap (figures in docs/decisions/0039). V8 gets
 * one helper thread instead of four, and the process is no session leader, so that it does not slow down others
 * (docs/decisions/0012).
 */
export const nodePorts: HostPorts = {
  spawnWorker: (file, args) =>
    fork(file, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [
        ...process.execArgv,
        '--max-semi-space-size=8',
        '--initial-old-space-size=64',
        '--v8-pool-size=1',
      ],
      env: { MALLOC_ARENA_MAX: '2', ...process.env },
    }),
};

/** For a single command: somebody is waiting for it, so it runs at normal priority. */
export const commandPorts: HostPorts = { ...nodePorts, exportPriority: 'normal' };
