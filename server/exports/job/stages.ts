import type { JobPhase } from '../../store/exports.ts';

/** The stages of an export, in order, each with the phase of the job (pipeline.ts does the work). */
export const STAGES = {
  /** Opens the origin with the names known so far, and decides where an interrupted job continues. */
  open: null,
  /** Syncs the frontier with what the origin lists. */
  seed: 'acquire',
  /** Acquires everything in the frontier. */
  crawl: 'acquire',
  /** Removes what is no longer reachable, and queues what is reachable but missing. */
  prune: 'acquire',
  /** Finds out whether fragments are pages. */
  route: 'acquire',
  /** Finds out which layouts need a browser. */
  classify: 'acquire',
  /** Waits for the comparisons that may show that rendered pages are stale. */
  compare: 'acquire',
  /** Checks whether the origin has changed since it was seeded. */
  settle: 'acquire',
  /** Fails the job if something is missing and that is not allowed. */
  barrier: 'pack',
  pack: 'pack',
  verify: 'verify',
  /** Decides the outcome and writes the report. */
  report: 'verify',
} as const satisfies Readonly<Record<string, JobPhase | null>>;

export type StageName = keyof typeof STAGES;
