import type { NudgeReason, StopCode } from './events.ts';
import type { Limits } from './limits.ts';
import type { JobState } from './state.ts';
import { stuckReason } from './stuck.ts';

export type Action =
  | Readonly<{ do: 'prepare' | 'ask' | 'run-call' | 'deliver' | 'commit' | 'publish' | 'nothing' }>
  | Readonly<{ do: 'nudge'; reason: NudgeReason }>
  | Readonly<{ do: 'stop'; code: StopCode; sentence: string }>
  | Readonly<{ do: 'end' }>;

/** What comes next. A function of the state and the clock, so that a resumed job takes the same way. */
export function decide(state: JobState, limits: Limits, nowMs: number, hasChanges: boolean): Action {
  if (state.ended) return { do: 'nothing' };
  if (state.cancelRequested) return { do: 'end' };
  if (!state.stop) {
    const deliverable = state.waiting.length > 0 && state.openCalls.length === 0 && state.base !== null;
    // What is being handed over is handed over first.
    if (deliverable && !(state.commit?.fresh && !state.published?.fresh)) return { do: 'deliver' };
    const leftMs = Date.parse(state.round.startedAt) + limits.wallMs - nowMs;
    if (leftMs <= 0 && !state.finish) {
      return stop('wall-time', `The job took longer than ${Math.round(limits.wallMs / 60_000)} minutes.`);
    }
    if (state.base === null) return { do: 'prepare' };
    if (state.openCalls.length > 0) return overBudget(state, limits) ?? { do: 'run-call' };
    if (!state.finish) return goOn(state, limits);
  }
  if (!hasChanges) return { do: 'end' };
  if (!state.commit?.fresh) return { do: 'commit' };
  if (!state.published?.fresh) return { do: 'publish' };
  return { do: 'end' };
}

function goOn(state: JobState, limits: Limits): Action {
  const { round } = state;
  const over = overBudget(state, limits);
  if (over) return over;
  if (round.steps >= limits.steps) {
    return stop(
      'steps',
      `The job used all of its ${limits.steps} steps. A message goes on with ${limits.steps} more.`,
    );
  }
  if (round.promptTokens >= limits.promptTokens) {
    return stop(
      'prompt-tokens',
      `The job used all of its ${limits.promptTokens} prompt tokens. A message goes on with as many more.`,
    );
  }
  const last = state.messages.at(-1);
  if (last?.role === 'assistant') {
    if (round.textAnswers >= limits.textAnswers) {
      return round.printedCalls > 0
        ? stop(
            'no-tool-call',
            'The model writes its tool calls as text and the server does not read them. Run "offprint agent doctor": it names the flag of the server that mends it.',
          )
        : stop(
            'no-tool-call',
            `The model answered ${limits.textAnswers} times in a row without calling a tool.`,
          );
    }
    return { do: 'nudge', reason: round.printedCalls > 0 ? 'printed-call' : 'no-call' };
  }
  const stuck = stuckReason(round.moves);
  if (stuck) {
    return round.nudges.some((reason) => reason !== 'no-call' && reason !== 'printed-call')
      ? stop(
          'stuck',
          'The model ran in circles and did not find out when it was told so. What it had done is kept as a draft.',
        )
      : { do: 'nudge', reason: stuck };
  }
  return { do: 'ask' };
}

function overBudget({ round }: JobState, limits: Limits): Action | null {
  return round.formatErrors >= limits.formatErrors
    ? stop(
        'format-errors',
        `The model made ${limits.formatErrors} calls in a row that no tool can read. A model trained for tool calls, or the text protocol, may mend it.`,
      )
    : null;
}

function stop(code: StopCode, sentence: string): Action {
  return { do: 'stop', code, sentence };
}
