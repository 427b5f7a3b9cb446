import type { OffprintError } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import { findJob } from '../store/exports.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

/** The events after which nothing more comes. */
const LAST = new Set(['completed', 'failed']);

/**
 * The events of a job: those after `afterId`, then what comes, until the job has ended. Events that are written down
 * carry an id; `progress` and `held` carry none.
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
    // A reader that has seen the last event already waits for nothing; the queue may still know how far the job was.
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
