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

/** What a job gets for its run and the store does not have. */
export type RunGiven = Readonly<{
  /** The secrets that the project's origin names. */
  credentials?: Credentials;
  /** How the repository that is its origin is reached. */
  access?: RepositoryAccess | undefined;
  /** What its bundle is signed with; left out: not at all. */
  signingKey?: SigningKey | undefined;
}>;

export type Host = Readonly<{
  dataFolder: string;
  /** For reading, anywhere and at any time. */
  store: () => Store;
  /** Changes the store through its one writer. Rejects with what the command throws. */
  command: <N extends CommandName>(
    name: N,
    ...args: Parameters<Commands[N]>
  ) => Promise<Awaited<ReturnType<Commands[N]>>>;
  /**
   * Runs a job, or takes it up again, until it has ended: the job's row says how. The writer's process is started
   * anew when it dies under the job.
   * @throws OffprintError when not even the failure could be written down (disk full)
   */
  run: (jobId: string, onProgress: (progress: Progress) => void, given?: RunGiven) => Promise<ExportJob>;
  /**
   * Ends a job within a second, whatever it is doing, or leaves it to wait. Nothing happens to one that has ended.
   * @throws OffprintError when that cannot be written (disk full): the job goes on
   */
  interrupt: (jobId: string, how: Interruption) => Promise<void>;
  /** True while jobs that ran when the writer's process died are run again, one at a time: the culprit is among them. */
  isRecovering: () => boolean;
  close: () => Promise<void>;
}>;

const READY_TIMEOUT_MS = 30_000;
/** How long the writer's process has to end by itself. */
const STOP_PATIENCE_MS = 10_000;
/** After this long without an answer to an interruption the process is ended: the store keeps what was done. */
const INTERRUPT_PATIENCE_MS = 700;
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
  const recovery = oneAtATime();

  const alive = async (): Promise<RunningWorker> => {
    if (!worker.dead) return worker;
    if (closing) throw diedError(); // whoever still waits for an answer would start one that nobody ends
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
      // The process did not answer; its successor writes down what was asked for.
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

/** A host that only reads: it takes no lock and writes nothing, so it may stand beside another one. */
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

/** Lets one in at a time, in the order of arrival. */
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

/** Done twice, these come to the same: where the process dies before it answers, its successor is asked. */
const REPEATABLE: ReadonlySet<CommandName> = new Set(['changeSettings', 'changePreferences', 'touchKey']);

/** @throws OffprintError as the command does */
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
      // A process that is dying takes no message any more; its exit says so.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      if (child.connected) child.disconnect();
      // One that hangs is ended: what it was at is taken up again at the next start.
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
