import { type ChildProcess, fork } from 'node:child_process';
import { type ErrorCode, OffprintError } from './errors.ts';
import type { CommandName, Commands } from './exports/commands.ts';
import type { Progress } from './exports/run.ts';
import type { FromWorker, ToWorker } from './exports/worker-messages.ts';
import { openForReading, type Store } from './store/database.ts';
import { type ExportJob, requireJob } from './store/exports.ts';
import { type Lock, takeLock } from './store/lock.ts';

/**
 * What differs between the programs that own a data folder (command line, server, desktop app) and is handed in.
 */
export type HostPorts = Readonly<{
  /** Starts the writer's process with an IPC channel; `file` is its entry point. */
  spawnWorker: (file: URL, args: readonly string[]) => ChildProcess;
}>;

/**
 * Node's own child process. Small young generations and two malloc arenas keep an export of a 55 MB site below
 * 400 MB where Node's defaults for servers take 450 to 630 (measured).
 */
export const nodePorts: HostPorts = {
  spawnWorker: (file, args) =>
    fork(file, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, '--max-semi-space-size=4'],
      env: { MALLOC_ARENA_MAX: '2', ...process.env },
    }),
};

export type Host = Readonly<{
  dataFolder: string;
  /** For reading, anywhere and at any time. */
  store: () => Store;
  /** Changes the store through its one writer. Rejects with what the command throws. */
  command: <N extends CommandName>(
    name: N,
    ...args: Parameters<Commands[N]>
  ) => Promise<ReturnType<Commands[N]>>;
  /**
   * Runs a job, or takes it up again, until it has ended: the job's row says how. The writer's process is started
   * anew when it dies under the job.
   * @throws OffprintError when not even the failure could be written down (disk full)
   */
  run: (jobId: string, onProgress: (progress: Progress) => void) => Promise<ExportJob>;
  /** Ends a job within a second, whatever it is doing. */
  cancel: (jobId: string) => Promise<void>;
  close: () => Promise<void>;
}>;

const READY_TIMEOUT_MS = 30_000;
/** After this long without an answer to a cancel the process is ended: the store keeps what was done. */
const CANCEL_PATIENCE_MS = 700;
/** A safeguard against a process that dies on no page in particular. */
const RESTARTS_MAX = 10;

type Listener = (message: FromWorker | { kind: 'died' }) => void;

/**
 * Takes possession of a data folder: one host at a time.
 * @throws OffprintError `store-locked`, `store-damaged`, `store-newer`
 */
export async function openHost(dataFolder: string, ports: HostPorts = nodePorts): Promise<Host> {
  const lock: Lock = takeLock(dataFolder, 'host', 0);
  let worker = await startWorker(dataFolder, ports).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  let reader: Store | undefined;
  let nextCommand = 1;
  let closing = false;

  const store = (): Store => {
    reader ??= openForReading(dataFolder);
    return reader;
  };

  let starting: Promise<RunningWorker> | undefined;

  const alive = async (): Promise<RunningWorker> => {
    if (!worker.dead) return worker;
    // One successor, whoever asks first: two would wait for each other's lock.
    starting ??= startWorker(dataFolder, ports).finally(() => {
      starting = undefined;
    });
    worker = await starting;
    return worker;
  };

  return {
    dataFolder,
    store,
    command: async (name, ...args) => {
      const { send, listeners } = await alive();
      const id = nextCommand++;
      return new Promise((resolve, reject) => {
        const listen: Listener = (message) => {
          if (message.kind === 'died') reject(diedError());
          else if (message.kind === 'result' && message.id === id) resolve(message.value as never);
          else if (message.kind === 'fault' && message.id === id)
            reject(new OffprintError(message.code, message.error));
          else return;
          listeners.delete(listen);
        };
        listeners.add(listen);
        send({ kind: 'command', id, name, args });
      });
    },
    run: async (jobId, onProgress) => {
      for (let restarts = 0; ; restarts++) {
        const outcome = await runOnce(await alive(), jobId, onProgress);
        const job = requireJob(store(), jobId);
        if (outcome === 'ended' || job.status === 'failed' || job.status === 'completed') return job;
        if (outcome !== 'died') throw new OffprintError(outcome.code, outcome.error);
        if (closing || restarts === RESTARTS_MAX) throw diedError();
      }
    },
    cancel: async (jobId) => {
      const current = await alive();
      const ended = new Promise<void>((resolve) => {
        const listen: Listener = (message) => {
          if (message.kind === 'died' || (message.kind === 'ended' && message.jobId === jobId)) {
            current.listeners.delete(listen);
            resolve();
          }
        };
        current.listeners.add(listen);
      });
      current.send({ kind: 'cancel', jobId });
      const patience = setTimeout(() => current.kill(), CANCEL_PATIENCE_MS);
      await ended;
      clearTimeout(patience);
      if (!current.dead) return;
      const fresh = await alive();
      fresh.send({ kind: 'cancel', jobId });
    },
    close: async () => {
      closing = true;
      reader?.close();
      await starting?.catch(() => {});
      await worker.stop();
      lock.release();
    },
  };
}

function runOnce(
  { send, listeners }: RunningWorker,
  jobId: string,
  onProgress: (progress: Progress) => void,
): Promise<'ended' | 'died' | { code: ErrorCode; error: string }> {
  return new Promise((resolve) => {
    const listen: Listener = (message) => {
      if (message.kind === 'progress') {
        if (message.progress.jobId === jobId) onProgress(message.progress);
        return;
      }
      if (message.kind === 'died') resolve('died');
      else if (message.kind === 'ended' && message.jobId === jobId) resolve('ended');
      else if (message.kind === 'stopped' && message.jobId === jobId) resolve(message);
      else return;
      listeners.delete(listen);
    };
    listeners.add(listen);
    send({ kind: 'run', jobId });
  });
}

type RunningWorker = {
  dead: boolean;
  listeners: Set<Listener>;
  send: (message: ToWorker) => void;
  kill: () => void;
  stop: () => Promise<void>;
};

async function startWorker(dataFolder: string, ports: HostPorts): Promise<RunningWorker> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const child = ports.spawnWorker(new URL(`./exports/worker.${extension}`, import.meta.url), [dataFolder]);
  const listeners = new Set<Listener>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const worker: RunningWorker = {
    dead: false,
    listeners,
    send: (message) => {
      // A process that is dying takes no message any more; its exit says so.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
  child.on('message', (message: FromWorker) => {
    for (const listen of [...listeners]) listen(message);
  });
  const died = (): void => {
    if (worker.dead) return;
    worker.dead = true;
    for (const listen of [...listeners]) listen({ kind: 'died' });
  };
  child.once('exit', died);
  child.on('error', died);

  await new Promise<void>((resolve, reject) => {
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new OffprintError('internal', 'The export process did not start in time. Try again.'));
    }, READY_TIMEOUT_MS);
    const listen: Listener = (message) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'unable') reject(new OffprintError(message.code, message.error));
      else if (message.kind === 'died') reject(diedError());
      else return;
      clearTimeout(patience);
      listeners.delete(listen);
    };
    listeners.add(listen);
  });
  return worker;
}

function diedError(): OffprintError {
  return new OffprintError(
    'internal',
    'The export process ended unexpectedly. Run the same command again: the job goes on where it stopped.',
  );
}
