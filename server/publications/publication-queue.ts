import { setTimeout as delay } from 'node:timers/promises';
import { asOffprintError } from '../errors.ts';
import { type JobRunner, openJobRunner, type RunnerPorts } from '../job-runner.ts';
import { activePublications, findPublication } from '../store/publications.ts';
import type { Host } from '../writer/host.ts';
import { publicationsOnFreeTargets } from './publication-concurrency.ts';
import type { TargetSecrets } from './target-settings.ts';

export type PublicationQueue = JobRunner &
  Readonly<{
    /** Requests that the publications of this job run. */
    askForJob: (jobId: string) => void;
    /** Aborted when the server stops. */
    closing: AbortSignal;
  }>;

export type PublicationQueuePorts = Pick<RunnerPorts, 'concurrency' | 'onlyAsked'> &
  Readonly<{
    /** Secrets of a target. @throws OffprintError `secrets-locked`, in which case the publication waits */
    secretsOf: (targetId: string) => Promise<TargetSecrets>;
    log: (message: string) => void;
  }>;

/** Number of writer process crashes during a publication before it waits for the next start. */
const RESTARTS_MAX = 10;
const PAUSE_MS = 1000;

/** Runs a host's publications, oldest first, one at a time per target. */
export function openPublicationQueue(host: Host, ports: PublicationQueuePorts): PublicationQueue {
  const closing = new AbortController();
  const { signal } = closing;

  const run = async (id: string): Promise<void> => {
    const { targetName = '', targetId = '' } = findPublication(host.store(), id) ?? {};
    ports.log(`publication ${id} to ${targetName} started`);
    for (let restarts = 0; ; restarts++) {
      try {
        await host.command('runPublication', id, await ports.secretsOf(targetId));
        break;
      } catch (error) {
        if (signal.aborted) return;
        const fault = asOffprintError(error);
        // The writer process crashed, perhaps because of other work: the publication continues in the new process.
        if (fault.code !== 'internal' || restarts === RESTARTS_MAX) throw fault;
        await delay(PAUSE_MS * restarts, undefined, { ref: false });
      }
    }
    const ended = findPublication(host.store(), id);
    ports.log(
      `publication ${id}: ${ended?.requestedBy} ${ended?.kind} ${ended?.domain ?? ''} ${ended?.version ?? ''} on ${targetName} (${ended?.place}), digest ${ended?.digest ?? 'unknown'}: ${ended?.status}${ended?.error ? `: ${ended.error}` : ''}`,
    );
  };

  const runner: JobRunner = openJobRunner({
    ...ports,
    isPaused: () => false,
    next: (busy, asked) => {
      const free = publicationsOnFreeTargets(activePublications(host.store()), runner.running());
      return free.find(({ id }) => !busy.includes(id) && (asked?.includes(id) ?? true))?.id;
    },
    run,
    onHeld: (id, why) => ports.log(`publication ${id} is waiting: ${why.message}`),
  });
  return {
    ...runner,
    closing: signal,
    askForJob: (jobId) => {
      for (const { id, source } of activePublications(host.store()))
        if (source?.jobId === jobId) runner.ask(id);
    },
    close: () => {
      runner.close();
      closing.abort(new Error('The server is stopping'));
    },
  };
}
