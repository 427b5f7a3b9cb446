import type { JobPhase } from '../../store/exports.ts';

/** The stages of an export, in order, each with the phase that the job is in meanwhile (pipeline.ts does the work). */
export const STAGES = {
  /** Opens the origin under the names that are known of it, and says where an interrupted job goes on. */
  open: null,
  /** Brings the frontier into agreement with what the origin lists. */
  seed: 'acquire',
  /** Works the frontier off. */
  crawl: 'acquire',
  /** Drops what nothing leads to any more, and queues what is led to and missing. */
  prune: 'acquire',
  /** Finds out whether fragments are pages. */
  route: 'acquire',
  /** Finds out which layouts need a browser. */
  classify: 'acquire',
  /** Waits for the comparisons that may show that rendered pages are stale. */
  compare: 'acquire',
  /** Looks whether the origin still is what it was when it was seeded. */
  settle: 'acquire',
  /** Ends the job here where something is missing. */
  barrier: 'pack',
  pack: 'pack',
  verify: 'verify',
  /** Draws the conclusion and writes the report. */
  report: 'verify',
} as const satisfies Readonly<Record<string, JobPhase | null>>;

export type StageName = keyof typeof STAGES;
