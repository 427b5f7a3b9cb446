import { type Limits, overFormatErrors, overSteps, overTime, type Stop, stop } from './budget.ts';
import type { NudgeReason } from './events.ts';
import type { JobState } from './state.ts';
import { stuckReason } from './stuck.ts';

export type Action =
  | Readonly<{ do: 'prepare' | 'ask' | 'run-call' | 'deliver' | 'commit' | 'publish' | 'nothing' }>
  | Readonly<{ do: 'nudge'; reason: NudgeReason }>
  | Stop
  | Readonly<{ do: 'end' }>;

/** Chooses the next action. Depends only on its arguments, so a resumed job takes the same path. */
export function decide(state: JobState, limits: Limits, nowMs: number, hasChanges: boolean): Action {
  if (state.ended) return { do: 'nothing' };
  if (state.cancelRequested) return { do: 'end' };
  if (!state.stop) {
    const deliverable = state.waiting.length > 0 && state.openCalls.length === 0 && state.base !== null;
    // Finish publishing a commit before delivering the next message.
    if (deliverable && !(state.commit?.fresh && !state.published?.fresh)) return { do: 'deliver' };
    const late = state.finish ? null : overTime(state, limits, nowMs);
    if (late) return late;
    if (state.base === null) return { do: 'prepare' };
    if (state.openCalls.length > 0) return overFormatErrors(state, limits) ?? { do: 'run-call' };
    if (!state.finish) return goOn(state, limits);
  }
  if (!hasChanges) return { do: 'end' };
  if (!state.commit?.fresh) return { do: 'commit' };
  if (!state.published?.fresh) return { do: 'publish' };
  return { do: 'end' };
}

function goOn(state: JobState, limits: Limits): Action {
  const { round } = state;
  const over = overFormatErrors(state, limits) ?? overSteps(state, limits);
  if (over) return over;
  const last = state.messages.at(-1);
  if (last?.role === 'assistant') {
    if (round.textAnswers >= limits.textAnswers) {
      return round.printedCalls > 0
        ? stop(
            'no-tool-call',
            'The model writes its tool calls as text, and the server does not parse them. To find the server option that fixes this, run "offprint agent doctor".',
          )
        : stop(
            'no-tool-call',
            `The model responded ${limits.textAnswers} times in a row without calling a tool.`,
          );
    }
    return { do: 'nudge', reason: round.printedCalls > 0 ? 'printed-call' : 'no-call' };
  }
  const stuck = stuckReason(round.moves);
  if (stuck) {
    return round.nudges.some((reason) => reason !== 'no-call' && reason !== 'printed-call')
      ? stop('stuck', 'The model repeated itself and did not stop when told to.')
      : { do: 'nudge', reason: stuck };
  }
  return { do: 'ask' };
}
