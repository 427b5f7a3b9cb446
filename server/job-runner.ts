import { asOffprintError, type OffprintError } from './errors.ts';

export type RunnerPorts = Readonly<{
  /** Maximum number of concurrent jobs. */
  concurrency: () => number;
  /** True while no new jobs may start. */
  isPaused: () => boolean;
  /** Run only the jobs requested through this process, not all waiting ones. */
  onlyAsked: boolean;
  /** Returns the first waiting job in the store that is not in `busy`, and is in `asked` if that is given. */
  next: (busy: readonly string[], asked: readonly string[] | undefined) => string | undefined;
  /** Resolves when the job has ended. @throws the reason why it cannot continue now */
  run: (jobId: string) => Promise<void>;
  /** Called when a job cannot continue although nobody paused it. */
  onHeld: (jobId: string, why: OffprintError) => void;
}>;

export type JobRunner = Readonly<{
  /** Starts as many jobs as possible. Call it after a setting changed. */
  wake: () => void;
  /** Requests a job that is new, or that is to be retried although it was held. */
  ask: (jobId: string) => void;
  /** Why a job does not continue although nobody paused it (the disk is full). It waits until it is requested again. */
  heldBecause: (jobId: string) => OffprintError | undefined;
  /** Forgets why a job was held. */
  release: (jobId: string) => void;
  running: () => readonly string[];
  /** Starts no more jobs. */
  close: () => void;
}>;

/** Runs several jobs at a time. It reads the next job from the store each time, so a restart loses nothing. */
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
