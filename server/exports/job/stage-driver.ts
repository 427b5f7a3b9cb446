import { STAGES, type StageName } from './stages.ts';
import {
  type Step,
  TRANSITIONS,
  type Transition,
  type TransitionName,
  type TurnedBack,
} from './transitions.ts';

/** @param mayTurn whether the job may still turn back for a reason */
export type DoStage = (stage: StageName, mayTurn: (why: TransitionName) => boolean) => Promise<Step>;

/**
 * Runs a job through its stages.
 * @param origin name of the origin in messages
 * @param entered called before each stage
 * @param turned called when the job turns back, before the next stage
 * @throws OffprintError of the transition whose limit is reached, and the errors of the stages
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
  const mayTurn = (why: TransitionName): boolean => countOf(TRANSITIONS[why].from) < TRANSITIONS[why].max;

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
    const { from, to, atBound }: Transition = TRANSITIONS[why];
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
