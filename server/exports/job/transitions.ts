import { OffprintError } from '../../errors.ts';
import type { StageName } from './stages.ts';

/** A turn back from one stage to an earlier one, or to the next where what is done already does not count any more. */
export type Transition = Readonly<{
  from: StageName;
  to: StageName;
  /** How often a job turns back from that stage, whatever the reasons. A job that is taken up again may do so anew. */
  max: number;
  /** What it fails with when that is not enough. `continues`: the stage asks `mayTurn` before, and does without. */
  atBound: 'continues' | ((origin: string, why: string) => OffprintError);
}>;

/** No site needs so many, and each does more than the one before: the job would not end. */
const ROUNDS_MAX = 100;

/** Every reason to turn back, and the bound of each. docs/architecture.md lists them. */
export const TRANSITIONS = {
  /** Other code, or a site of other names, read what was acquired: its references may be others. */
  'read-otherwise': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** The origin lists other things than before the interruption. */
  'changed-while-away': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** The last process died between queueing something and turning back for it. */
  'left-queued': { from: 'open', to: 'seed', max: 1, atBound: endless },
  /** What was acquired again leads to what nobody has asked for yet. */
  'places-found': { from: 'prune', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** The site has more names from now on. */
  'router-found': { from: 'route', to: 'open', max: ROUNDS_MAX, atBound: endless },
  /** Pages need a browser, or documents that only a browser showed. */
  'browser-needed': { from: 'classify', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** Pages that were taken as they were reached from others are not what they are when they are loaded. */
  'pages-stale': { from: 'compare', to: 'crawl', max: ROUNDS_MAX, atBound: endless },
  /** The origin changed while it was read. */
  'origin-changed': { from: 'settle', to: 'seed', max: 2, atBound: keepsChanging },
  /** Stored content is not what was written: it is fetched anew. */
  'object-damaged': { from: 'pack', to: 'seed', max: 5, atBound: losesData },
  /** Verification saw scripts load files that no markup tells of. */
  'files-loaded': { from: 'verify', to: 'seed', max: 2, atBound: 'continues' },
  /** Verification saw pages that their scripts break offline: they are rendered. */
  'broken-offline': { from: 'verify', to: 'seed', max: 2, atBound: 'continues' },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Where a stage goes: on to a later one, or back for a reason that has a name. */
export type Step = Readonly<{ to: StageName | 'done' } | { why: TransitionName }>;

/** What is written down when a job turns back; `count` is how often it has done so from that stage. */
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
