import { OffprintError } from '../../errors.ts';
import { type Store, transact } from '../../store/database.ts';
import { addEvent } from '../../store/events.ts';
import type { Frontier } from '../../store/resources.ts';

/** Number of crashes with a URL alone in flight after which the job fails. */
const CRASHES_MAX = 2;

/**
 * Returns the URLs that were in flight when the last process died, in any stage. Each is retried alone, so that
 * another crash has a single culprit. A URL that was alone in flight in two crashes fails the job.
 * @throws OffprintError `page-crashed`
 */
export function takePoisonUrls(store: Store, frontier: Frontier, jobId: string): string[] {
  const inFlight = frontier.inFlight();
  if (inFlight.length === 0) return [];
  return transact(store, () => {
    for (const { url, alone } of inFlight) {
      if (alone && frontier.addDeath(url) >= CRASHES_MAX) {
        throw new OffprintError(
          'page-crashed',
          `The process crashed ${CRASHES_MAX} times while working only on ${url}. Leave that page out (exclude: ${url}) or report the problem to the developers.`,
        );
      }
      frontier.clearInFlight(url);
    }
    const urls = inFlight.map(({ url }) => url);
    addEvent(store, jobId, 'resumed', { inFlight: urls });
    return urls;
  });
}
