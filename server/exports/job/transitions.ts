import { OffprintError } from '../../errors.ts';
import type { StageName } from './stages.ts';

/** A turn back from one stage to an earlier one, or to the next one if earlier results are no longer valid. */
export type Transition = Readonly<{
  from: StageName;
  to: StageName;
  /** Maximum number of turns back from that stage, for all reasons together. A resumed job starts counting again. */
  max: number;
  /**
   * Error if the limit is reached. `continues`: the stage checks `mayTurn` first and continues without turning back.
   */
  atBound: 'continues' | ((origin: string, why: string) => OffprintError);
}>;

/** No site needs this many rounds. Each round does more work than the last, so the job would never end. */
const ROUNDS_MAX = 100;

/** All reasons to turn back, with their limits. docs/architecture.md lists them. */
export const TRANSITIONS = {
  /**
   * The acquired content was read by another version of the code or with other site names, so its references may
   * differ.
   */
  'read-otherwise': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** The listing of the origin changed during the interruption. */
  'changed-while-away': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** The last process died between queueing something and turning back for it. */
  'left-queued': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** Content that was acquired again refers to URLs that are not queued yet. */
  'places-found': { from: 'prune', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** A client-side router was found, which adds names to the site. */
  'router-found': { from: 'route', to: 'open', max: ROUNDS_MAX, atBound: endless },
  /** Pages need to be rendered, or need documents that only a browser revealed. */
  'browser-needed': { from: 'classify', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** Pages that were captured after navigation within the site differ from the same pages loaded directly. */
  'pages-stale': { from: 'compare', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** The origin changed while it was being read. */
  'origin-changed': { from: 'settle', to: 'seed', max: 2, atBound: keepsChanging },
  /** Stored content is damaged and must be fetched again. */
  'object-damaged': { from: 'pack', to: 'seed', max: 5, atBound: losesData },
  /** Verification saw scripts load files that no markup refers to. */
  'files-loaded': { from: 'verify', to: 'seed', max: 2, atBound: 'continues' },
  /** Verification saw pages that their own scripts break offline: these are rendered. */
  'broken-offline': { from: 'verify', to: 'seed', max: 2, atBound: 'continues' },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;

/** What follows a stage: a later stage, or the reason to turn back. */
export type Step = Readonly<{ to: StageName | 'done' } | { why: TransitionName }>;

/** Event of a job that turns back; `count` is how often it has turned back from that stage. */
export type TurnedBack = Readonly<{ from: StageName; to: StageName; why: TransitionName; count: number }>;

function endless(_origin: string, why: string): OffprintError {
  return new OffprintError(
    'internal',
    `The export never finished, because it kept starting over (${why}). Narrow its scope with include or exclude, and send its log to the developers.`,
  );
}

function keepsChanging(origin: string): OffprintError {
  return new OffprintError(
    'origin-changed',
    `The folder ${origin} kept changing while it was being exported. Wait until the site has been built, then export it again.`,
  );
}

function losesData(): OffprintError {
  return new OffprintError(
    'object-damaged',
    'Data written to the data folder is being lost. Check the disk that holds it.',
  );
}
