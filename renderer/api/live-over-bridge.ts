import type { Surface } from '../../preload/surface.types.ts';
import { onlyNew, shared } from './listeners.ts';
import type { Live } from './live.ts';

/** In the desktop app the main process follows the server and pushes: gathered, numbered, at most ten times a second. */
export function liveOverBridge(desktop: Pick<Surface, 'followJobs' | 'followJob' | 'followAgentJob'>): Live {
  return {
    follow: shared((listeners) => {
      let last = 0;
      return desktop.followJobs(({ seq, connected, progress, changed, agents }) => {
        // Where a number is left out, something was lost: whatever is shown may be out of date.
        const isGap = last !== 0 && seq !== last + 1;
        last = seq;
        for (const listener of listeners) {
          if (connected || isGap) listener.connected();
          if (progress.length > 0) listener.progress?.(progress);
          if (changed.length > 0) listener.changed?.(changed);
          if (agents.length > 0) listener.agents?.(agents);
        }
      });
    }),
    followJob: (jobId, listener) => {
      const hear = onlyNew(listener);
      return desktop.followJob(jobId, (events) => events.forEach(hear));
    },
    followAgentJob: (place, listener) => {
      const hear = onlyNew(listener);
      return desktop.followAgentJob(place, (events) => events.forEach(hear));
    },
  };
}
