import type { RepositoryAccess } from '../agent-jobs/task.ts';
import type { SigningKey } from '../bundles/ed25519.ts';
import { type ErrorCode, OffprintError } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import type { Credentials } from '../exports/origin/url-origin.ts';
import { type Lock, takeLock } from '../folder-lock.ts';
import type { Store } from '../store/database.ts';
import { type ExportJob, requireJob } from '../store/exports.ts';
import { openForReading } from '../store/open-read-only.ts';
import type { CommandName, Commands } from './commands.ts';
import type { FromWorker, Interruption, ToWorker } from './messages.ts';
import { exportPriorityOf } from './priority.ts';
import { type HostPorts, nodePorts, WRITER } from './spawn.ts';

export { commandPorts, type HostPorts, nodePorts } from './spawn.ts';

/** Inputs of a job that are not in the store. */
export type RunGiven = Readonly<{
  /** Secrets that the project's origin refers to. */
  credentials?: Credentials;
  /** Access to the repository that is its origin. */
  access?: RepositoryAccess | undefined;
  /** Key that signs the bundle; without it, the bundle is unsigned. */
  signingKey?: SigningKey | undefined;
}>;

export type Host = Readonly<{
  dataFolder: string;
  /** Read-only connection, usable anywhere at any time. */
  store: () => Store;
  /** Changes the store through its only writer. Rejects with the error of the command. */
  command: <N extends CommandName>(
    name: N,
    ...args: Parameters<Commands[N]>
  ) => Promise<Awaited<ReturnType<Commands[N]>>>;
  /**
   * Runs or resumes a job until it has ended; the job's row has the outcome. If the writer process dies meanwhile, it is
   * restarted.
   * @throws OffprintError if not even the failure could be stored (disk full)
   */
  run: (jobId: string, onProgress: (progress: Progress) => void, given?: RunGiven) => Promise<ExportJob>;
  /**
   * Stops a job within a second, whatever it is doing: for good, or until it is resumed. Does nothing if it has ended.
   * @throws OffprintError if this cannot be stored (disk full); the job continues
   */
  interrupt: (jobId: string, how: Interruption) => Promise<void>;
  /** True while the jobs that ran when the writer process died are rerun one at a time, to find the one that kills it. */
  isRecovering: () => boolean;
  close: () => Promise<void>;
}>;

const READY_TIMEOUT_MS = 30_000;
/** How long the writer process may take to exit by itself. */
const STOP_PATIENCE_MS = 10_000;
/** The process is killed if it does not respond to an interruption within this time. The store keeps all finished work. */
const INTERRUPT_PATIENCE_MS = 700;
/** Safeguard against crashes that no single page causes. */
const RESTARTS_MAX = 10;

type Listener = (message: FromWorker | { kind: 'died' }) => void;

/**
 * Opens a data folder for writing. Only one host can have it open.
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
  const recovery = oneAtATime();

  const alive = async (): Promise<RunningWorker> => {
    if (!worker.dead) return worker;
    if (closing) throw diedError(); // a pending command would start a process that nobody stops
    // Start only one successor: two would wait for each other's lock.
    starting ??= startWorker(dataFolder, ports).finally(() => {
      starting = undefined;
    });
    worker = await starting;
    return worker;
  };

  return {
    dataFolder,
    store,
    command: (async (name: CommandName, ...args: unknown[]) => {
      for (let isFirst = true; ; isFirst = false) {
        const answer = await commandOnce(await alive(), nextCommand++, name, args);
        if (answer !== 'died') return answer.value;
        if (!isFirst || closing || !REPEATABLE.has(name)) throw diedError();
      }
    }) as Host['command'],
    run: async (jobId, onProgress, given = {}) => {
      let leaveQueue: (() => void) | undefined;
      try {
        for (let restarts = 0; ; restarts++) {
          const outcome = await runOnce(await alive(), jobId, onProgress, given);
          const job = requireJob(store(), jobId);
          if (outcome === 'ended' || job.status === 'failed' || job.status === 'completed') return job;
          if (outcome !== 'died') throw new OffprintError(outcome.code, outcome.error);
          if (closing || restarts === RESTARTS_MAX) throw diedError();
          leaveQueue ??= await recovery.enter();
        }
      } finally {
        leaveQueue?.();
      }
    },
    isRecovering: () => recovery.isBusy(),
    interrupt: async (jobId, how) => {
      if ((await interruptOnce(await alive(), nextCommand++, jobId, how)) === 'done') return;
      // The process did not respond; its successor stores the interruption.
      await interruptOnce(await alive(), nextCommand++, jobId, how);
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

/** Opens a data folder read-only. Takes no lock, so it works next to another host. */
export function openReader(dataFolder: string): Host {
  let reader: Store | undefined;
  const refuse = (): Promise<never> =>
    Promise.reject(new OffprintError('internal', 'The data folder was opened read-only.'));
  return {
    dataFolder,
    store: () => {
      reader ??= openForReading(dataFolder);
      return reader;
    },
    command: refuse,
    run: refuse,
    interrupt: refuse,
    isRecovering: () => false,
    close: async () => {
      reader?.close();
    },
  };
}

/** A mutex that serves waiters in order of arrival. */
function oneAtATime(): { enter: () => Promise<() => void>; isBusy: () => boolean } {
  let last: Promise<void> = Promise.resolve();
  let count = 0;
  return {
    isBusy: () => count > 0,
    enter: async () => {
      count++;
      const before = last;
      let leave: () => void = () => {};
      last = new Promise((resolve) => {
        leave = () => {
          count--;
          resolve();
        };
      });
      await before;
      return leave;
    },
  };
}

/** Idempotent commands. If the process dies before it responds, they are sent to its successor. */
const REPEATABLE: ReadonlySet<CommandName> = new Set(['changeSettings', 'changePreferences', 'touchKey']);

/** Sends a command to one process. @throws OffprintError of the command */
function commandOnce(
  { send, listeners }: RunningWorker,
  id: number,
  name: CommandName,
  args: readonly unknown[],
): Promise<'died' | { value: unknown }> {
  return new Promise((resolve, reject) => {
    const listen: Listener = (message) => {
      if (message.kind === 'died') resolve('died');
      else if (message.kind === 'result' && message.id === id) resolve({ value: message.value });
      else if (message.kind === 'fault' && message.id === id)
        reject(new OffprintError(message.code, message.error));
      else return;
      listeners.delete(listen);
    };
    listeners.add(listen);
    send({ kind: 'command', id, name, args });
  });
}

function runOnce(
  { send, listeners }: RunningWorker,
  jobId: string,
  onProgress: (progress: Progress) => void,
  given: RunGiven,
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
    send({ kind: 'run', jobId, ...given });
  });
}

function interruptOnce(
  worker: RunningWorker,
  id: number,
  jobId: string,
  how: Interruption,
): Promise<'done' | 'died'> {
  const { send, listeners, kill } = worker;
  return new Promise((resolve, reject) => {
    const patience = setTimeout(kill, INTERRUPT_PATIENCE_MS);
    const listen: Listener = (message) => {
      if (message.kind === 'died') resolve('died');
      else if (message.kind === 'result' && message.id === id) resolve('done');
      else if (message.kind === 'fault' && message.id === id)
        reject(new OffprintError(message.code, message.error));
      else return;
      clearTimeout(patience);
      listeners.delete(listen);
    };
    listeners.add(listen);
    send({ kind: 'interrupt', id, jobId, how });
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
  const child = ports.spawnWorker(WRITER, [
    dataFolder,
    ports.exportPriority ?? exportPriorityOf(process.env),
  ]);
  const listeners = new Set<Listener>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const worker: RunningWorker = {
    dead: false,
    listeners,
    send: (message) => {
      // A dying process accepts no messages; its exit event reports the error.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      if (child.connected) child.disconnect();
      // Kill the process if it hangs. Its jobs are resumed at the next start.
      const patience = setTimeout(worker.kill, STOP_PATIENCE_MS);
      await exited;
      clearTimeout(patience);
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
    'The export process ended unexpectedly. Run the same command again: the job continues where it stopped.',
  );
}
