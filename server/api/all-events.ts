import type { Progress } from '../exports/job/progress.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/** Interval between two `progress` events. */
const TELL_EVERY_MS = 200;

/**
 * Streams events of all jobs, for lists of jobs: `progress` with the running jobs that made progress, at most five
 * times a second, `changed` with the ids of export jobs to fetch again, and `agents` with those of agent jobs. Nothing
 * is replayed to a reader that reconnects: it fetches what it shows.
 */
export function allEvents(services: Services): Stream {
  const { events, agentEvents, queue } = services;
  return eventStream(services, ({ send, end }) => {
    const moved = new Map<string, Progress>();
    const tell = (): void => {
      if (moved.size === 0) return;
      send('progress', [...moved.values()]);
      moved.clear();
    };
    const timer = setInterval(tell, TELL_EVERY_MS).unref();
    const stop = events.watch({
      progress: (progress) => moved.set(progress.jobId, progress),
      changed: (jobIds) => {
        tell(); // progress first, then the change that may end the job
        send('changed', { jobIds });
      },
      end,
    });
    const stopAgents = agentEvents.watch({
      progress: () => {},
      changed: (jobIds) => send('agents', { jobIds }),
      end: () => {},
    });
    for (const jobId of queue.running()) {
      const latest = queue.progressOf(jobId);
      if (latest) moved.set(jobId, latest);
    }
    return () => {
      clearInterval(timer);
      stop();
      stopAgents();
    };
  });
}
