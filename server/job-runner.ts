import { asOffprintError, type OffprintError } from './errors.ts';

export type RunnerPorts = Readonly<{
  /** Jobs that may run at the same time. */
  concurrency: () => number;
  /** True while no further job shall be started. */
  isPaused: () => boolean;
  /** Runs the jobs that are asked for here, not all that wait. */
  onlyAsked: boolean;
  /** The first job in the store that waits, none of `busy`, and one of `asked` where that is given. */
  next: (busy: readonly string[], asked: readonly string[] | undefined) => string | undefined;
  /** Resolves when the job has ended. @throws what keeps it from going on now */
  run: (jobId: string) => Promise<void>;
  /** A job cannot go on, and nobody paused it. */
  onHeld: (jobId: string, why: OffprintError) => void;
}>;

export type JobRunner = Readonly<{
  /** Starts what may be started; call it when a setting changed. */
  wake: () => void;
  /** Somebody wants this job to run: it was added, or it is tried again although it was held. */
  ask: (jobId: string) => void;
  /** Why a job does not go on although nobody paused it (the disk is full); it waits until it is asked for. */
  heldBecause: (jobId: string) => OffprintError | undefined;
  /** Forgets why a job was held. */
  release: (jobId: string) => void;
  running: () => readonly string[];
  /** Starts nothing any more. */
  close: () => void;
}>;

/**
 * Runs jobs, some at a time. What to run next is read from the store each time, so that nothing but the store has to
 * survive a restart.
 */
export function openJobRunner(ports: RunnerPorts): JobRunner {
  const running = new Set<string>();
  const held = new Map<string, OffprintError>();
  const asked = new Set<string>();
  let closed = false;

  const wake = (): void => {
    while (!closed && !ports.isPaused() && running.size < ports.concurrency()) {
      const jobId = ports.next([...running, ...held.keys()], ports.onlyAsked ? [...asked] : undefined);
      if (jobId === undefined) return;
      start(jobId);
    }
  };

  const start = (jobId: string): void => {
    running.add(jobId);
    ports
      .run(jobId)
      .catch((error: unknown) => {
        if (closed) return;
        const why = asOffprintError(error);
        held.set(jobId, why);
        ports.onHeld(jobId, why);
      })
      .finally(() => {
        running.delete(jobId);
        wake();
      });
  };

  return {
    wake,
    ask: (jobId) => {
      asked.add(jobId);
      held.delete(jobId);
      wake();
    },
    heldBecause: (jobId) => held.get(jobId),
    release: (jobId) => {
      held.delete(jobId);
    },
    running: () => [...running],
    close: () => {
      closed = true;
    },
  };
}
