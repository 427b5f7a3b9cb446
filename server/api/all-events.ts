import type { Progress } from '../exports/job/progress.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/** How often a stream tells how far the running jobs are. */
const TELL_EVERY_MS = 200;

/**
 * What happens to all jobs, for a list of them: `progress` with how far those are that moved, at most five times a
 * second, `changed` with the ids of those to ask for anew, and `agents` with those of agent jobs. Nothing is repeated to a reader that comes back: it asks
 * for what it shows.
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
        tell(); // first how far they came, then that they ended
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
