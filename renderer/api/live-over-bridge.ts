import type { Surface } from '../../preload/surface.types.ts';
import { onlyNew, shared } from './listeners.ts';
import type { Live } from './live.ts';

/** Live updates in the desktop app. The main process pushes numbered batches, at most ten per second. */
export function liveOverBridge(desktop: Pick<Surface, 'followJobs' | 'followJob' | 'followAgentJob'>): Live {
  return {
    follow: shared((listeners) => {
      let last = 0;
      return desktop.followJobs(({ seq, connected, progress, changed, agents }) => {
        // A gap in the numbers means that a batch was lost and the display may be stale.
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
