import type { OffprintError } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import { findJob } from '../store/exports.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/** Final events. */
const LAST = new Set(['completed', 'failed']);

/**
 * Streams the events of a job: the stored ones after `afterId`, then new ones until the job ends. Stored events have an
 * id; `progress` and `held` have none.
 */
export function jobEvents(services: Services, jobId: string, afterId: number): Stream {
  const { events, host, queue } = services;
  return eventStream(services, ({ send, end }) => {
    const progress = ({ jobId: _, ...data }: Progress): void => send('progress', data);
    const held = ({ code, message }: OffprintError): void => send('held', { code, error: message });
    const job = findJob(host.store(), jobId);
    const stop = events.listen(jobId, afterId, {
      event: ({ id, at, kind, detail }) => {
        send(kind, { at, ...(detail as object) }, id);
        if (LAST.has(kind)) end();
      },
      progress,
      held,
      end,
    });
    // The job has ended, so no more events follow. The queue may still have its progress, which must not be sent.
    if (!job || job.status === 'completed' || job.status === 'failed') {
      end();
      return stop;
    }
    const latest = queue.progressOf(jobId);
    if (latest) progress(latest);
    const why = queue.heldBecause(jobId);
    if (why) held(why);
    return stop;
  });
}
