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
