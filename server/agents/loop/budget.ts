import type { Workspace } from '../workspace/workspace.ts';
import type { StopCode } from './events.ts';
import type { JobState } from './state.ts';

/** Limits of a job, per prompt or message from a person. */
export type Limits = Readonly<{
  /** Model answers. */
  steps: number;
  /** Time from the prompt to the end, including interruptions. */
  wallMs: number;
  /** Prompt tokens across all requests. */
  promptTokens: number;
  answerTokens: number;
  files: number;
  changedLines: number;
  /** Bytes added across all files. */
  newBytes: number;
  /** Consecutive malformed calls, counted at most once per answer. */
  formatErrors: number;
  /** Consecutive answers without a call. */
  textAnswers: number;
  /** Number of times that `finish` is rejected so that the model can fix new problems. */
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

/** Decision to end the work, with a sentence for people. Changes made so far are kept. */
export type Stop = Readonly<{ do: 'stop'; code: StopCode; sentence: string }>;

export function stop(code: StopCode, sentence: string): Stop {
  return { do: 'stop', code, sentence };
}

/** Returns a stop if the time limit has passed. Time counts from the prompt, including interruptions. */
export function overTime({ round }: JobState, limits: Limits, nowMs: number): Stop | null {
  const leftMs = Date.parse(round.startedAt) + limits.wallMs - nowMs;
  if (leftMs > 0) return null;
  const minutes = Math.round(limits.wallMs / 60_000);
  return stop('wall-time', `The job took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
}

/** Returns a stop if the steps or prompt tokens are used up. */
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

/** Returns a stop if the model made too many malformed calls in a row. */
export function overFormatErrors({ round }: JobState, limits: Limits): Stop | null {
  return round.formatErrors >= limits.formatErrors
    ? stop(
        'format-errors',
        `The model made ${limits.formatErrors} invalid tool calls in a row. Use a model trained for tool calls, or try the text protocol.`,
      )
    : null;
}

/** Explains to the model, in a sentence, why the changes exceed the job's limits. Returns null if they do not. */
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
