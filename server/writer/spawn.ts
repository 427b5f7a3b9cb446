import { type ChildProcess, fork } from 'node:child_process';
import { programBeside } from '../program-beside.ts';
import type { ExportPriority } from './priority.ts';

/**
 * What differs between the programs that own a data folder (command line, server, desktop app) and is handed in.
 */
export type HostPorts = Readonly<{
  /** Starts the writer's process with an IPC channel; `file` is its entry point. */
  spawnWorker: (file: URL, args: readonly string[]) => ChildProcess;
  /** What the writer's process runs at; not set, as `exportPriorityOf` says. */
  exportPriority?: ExportPriority | undefined;
}>;

/** Entry point of the writer's process. */
export const WRITER = programBeside(import.meta.url, './main');

/**
 * Node's own child process. Small young generations and two malloc arenas save memory over Node's defaults for servers;
 * an old generation that begins with 64 MB spares the engine from collecting a small one over and over
 * (docs/decisions/0039 measures each). One thread helps the engine and not four, and the worker leads no session, so that
 * it holds up nobody (docs/decisions/0012).
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

/** For a command that does one thing and answers nobody: somebody waits for it, at the normal priority. */
export const commandPorts: HostPorts = { ...nodePorts, exportPriority: 'normal' };
