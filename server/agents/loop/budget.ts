import type { Workspace } from '../workspace/workspace.ts';
import type { StopCode } from './events.ts';
import type { JobState } from './state.ts';

/** What a job may use up, per prompt or message of a person. */
export type Limits = Readonly<{
  /** Answers of the model. */
  steps: number;
  /** From the prompt to the end, interruptions included. */
  wallMs: number;
  /** Prompt tokens of all requests together. */
  promptTokens: number;
  /** Tokens of one answer. */
  answerTokens: number;
  files: number;
  changedLines: number;
  /** New content, all files together. */
  newBytes: number;
  /** Calls in a row that no tool could read. */
  formatErrors: number;
  /** Answers in a row without a call. */
  textAnswers: number;
  /** Times that a finish is sent back to mend new problems. */
  repairRounds: number;
}>;

export const DEFAULT_LIMITS: Limits = {
  steps: 40,
  wallMs: 30 * 60_000,
  promptTokens: 400_000,
  answerTokens: 4096,
  files: 25,
  changedLines: 2000,
  newBytes: 512 * 1024,
  formatErrors: 3,
  textAnswers: 3,
  repairRounds: 3,
};

/** The end of the work, and the sentence about it for people. What was done is kept. */
export type Stop = Readonly<{ do: 'stop'; code: StopCode; sentence: string }>;

export function stop(code: StopCode, sentence: string): Stop {
  return { do: 'stop', code, sentence };
}

/** Whether the time is over: from the prompt on, interruptions included. */
export function overTime({ round }: JobState, limits: Limits, nowMs: number): Stop | null {
  const leftMs = Date.parse(round.startedAt) + limits.wallMs - nowMs;
  if (leftMs > 0) return null;
  const minutes = Math.round(limits.wallMs / 60_000);
  return stop('wall-time', `The job took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
}

/** Whether the answers or the prompt tokens are used up. */
export function overSteps({ round }: JobState, limits: Limits): Stop | null {
  if (round.steps >= limits.steps) {
    return stop(
      'steps',
      `The job reached its limit of ${limits.steps} ${limits.steps === 1 ? 'step' : 'steps'}. Send a message to continue with ${limits.steps} more.`,
    );
  }
  if (round.promptTokens >= limits.promptTokens) {
    return stop(
      'prompt-tokens',
      `The job reached its limit of ${limits.promptTokens} prompt tokens. Send a message to continue with ${limits.promptTokens} more.`,
    );
  }
  return null;
}

/** Whether no tool could read what the model called, too often. */
export function overFormatErrors({ round }: JobState, limits: Limits): Stop | null {
  return round.formatErrors >= limits.formatErrors
    ? stop(
        'format-errors',
        `The model made ${limits.formatErrors} invalid tool calls in a row. Use a model trained for tool calls, or try the text protocol.`,
      )
    : null;
}

/** Why the changes so far are more than a job may make, as a sentence for the model, or null. */
export async function sizeFault(workspace: Workspace, limits: Limits): Promise<string | null> {
  const changes = [...workspace.changes().values()];
  if (changes.length > limits.files) {
    return `That would change ${changes.length} files, and the limit is ${limits.files}. Nothing was changed. Finish with what you have and say what is left.`;
  }
  const newBytes = changes.reduce(
    (sum, { path, content }) =>
      sum + Math.max(0, (content?.length ?? 0) - (workspace.baseEntry(path)?.sizeBytes ?? 0)),
    0,
  );
  if (newBytes > limits.newBytes) {
    return `That would add ${newBytes} bytes, and the limit is ${limits.newBytes}. Nothing was changed. Finish with what you have and say what is left.`;
  }
  const lines = [...(await workspace.lineCounts()).values()].reduce(
    (sum, count) => sum + (count ? count.added + count.removed : 0),
    0,
  );
  return lines > limits.changedLines
    ? `That would change ${lines} lines, and the limit is ${limits.changedLines}. Nothing was changed. Finish with what you have and say what is left.`
    : null;
}
