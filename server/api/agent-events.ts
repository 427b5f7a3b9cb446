import { newestAgentEvent } from '../store/agent-events.ts';
import { findAgentJob } from '../store/agent-jobs.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/**
 * The events of an agent job: those after `afterId`, then what comes, until the job has ended. Each has an id. A job
 * that ended may begin again with a message: only its last end ends the stream.
 */
export function agentEvents(
  { agentEvents: hub, host, timing }: Pick<Services, 'agentEvents' | 'host' | 'timing'>,
  jobId: string,
  afterId: number,
): Stream {
  const isOver = (): boolean => findAgentJob(host.store(), jobId)?.status !== 'active';
  return eventStream({ events: hub, timing }, ({ send, end }) => {
    const stop = hub.listen(jobId, afterId, {
      event: ({ id, at, kind, detail }) => {
        send(kind, { at, ...(detail as object) }, id);
        if (kind === 'ended' && isOver() && newestAgentEvent(host.store(), jobId) === id) end();
      },
      progress: () => {},
      held: () => {},
      end,
    });
    if (isOver()) end();
    return stop;
  });
}
