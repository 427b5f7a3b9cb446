import { newestAgentEvent } from '../store/agent-events.ts';
import { findAgentJob } from '../store/agent-jobs.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/**
 * Streams the events of an agent job: the stored ones after `afterId`, then new ones until the job ends. Each has an
 * id. A message can restart a job that has ended, so only the last `ended` event closes the stream.
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
