import { OffprintError } from '../../errors.ts';
import { type Store, transact } from '../../store/database.ts';
import { addEvent } from '../../store/events.ts';
import type { Frontier } from '../../store/resources.ts';

/** A URL during whose handling alone the process crashed this often is given up. */
const CRASHES_MAX = 2;

/**
 * What was in flight when the last process died, whatever stage it was in. Each is tried again alone, so that the next
 * crash has one culprit; a URL that was alone in flight at its second crash ends the job.
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
