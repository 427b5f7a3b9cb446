import { OffprintError } from '../../errors.ts';
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

/** A turn back from one stage to an earlier one, or to the next where what is done already does not count any more. */
type Turn = Readonly<{
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
export const TURNS = {
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
} as const satisfies Readonly<Record<string, Turn>>;

export type TurnName = keyof typeof TURNS;

/** Where a stage goes: on to a later one, or back for a reason that has a name. */
export type Step = Readonly<{ to: StageName | 'done' } | { why: TurnName }>;

/** What is written down when a job turns back; `count` is how often it has done so from that stage. */
export type TurnedBack = Readonly<{ from: StageName; to: StageName; why: TurnName; count: number }>;

/** @param mayTurn whether a reason is still within its bound */
export type DoStage = (stage: StageName, mayTurn: (why: TurnName) => boolean) => Promise<Step>;

/**
 * Takes a job through its stages.
 * @param origin names the origin in messages
 * @param entered called before each stage
 * @param turned called before the stage that it turns back to
 * @throws OffprintError of the transition whose bound is reached, and what a stage throws
 */
export async function driveStages(
  work: DoStage,
  {
    origin,
    entered,
    turned,
  }: Readonly<{
    origin: string;
    entered: (stage: StageName) => void;
    turned: (turn: TurnedBack) => void;
  }>,
): Promise<void> {
  const counts = new Map<StageName, number>();
  const countOf = (stage: StageName): number => counts.get(stage) ?? 0;
  const mayTurn = (why: TurnName): boolean => countOf(TURNS[why].from) < TURNS[why].max;

  let stage: StageName | 'done' = 'open';
  while (stage !== 'done') {
    entered(stage);
    const step: Step = await work(stage, mayTurn);
    if ('to' in step) {
      if (placeOf(step.to) <= placeOf(stage))
        throw new Error(`the stage ${step.to} does not come after ${stage}`);
      stage = step.to;
      continue;
    }
    const { why } = step;
    const { from, to, atBound }: Turn = TURNS[why];
    if (from !== stage) throw new Error(`${why} does not start from the stage ${stage}`);
    if (!mayTurn(why)) {
      if (atBound === 'continues') throw new Error(`the stage ${stage} did not check the limit for ${why}`);
      throw atBound(origin, why);
    }
    counts.set(from, countOf(from) + 1);
    turned({ from, to, why, count: countOf(from) });
    stage = to;
  }
}

const ORDER: readonly string[] = [...Object.keys(STAGES), 'done'];

function placeOf(stage: StageName | 'done'): number {
  return ORDER.indexOf(stage);
}

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
