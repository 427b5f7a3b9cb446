import type { AnswerKind, ToolCall, Usage } from '../model/chat.ts';
import type { Finish, TodoItem } from '../tools/tool.ts';
import type { FileMode } from '../workspace/tree.ts';

/**
 * What happens to a job. The state of a job is a fold over these (state.ts), so that a job that was killed goes on
 * from its log. An answer is written before anything is done about it, a result before the next question.
 */
export type JobEvent =
  | Readonly<{
      type: 'created';
      project: string;
      prompt: string;
      baseBranch: string;
      branch: string;
      model: string;
      /** The merge request is opened as a draft, however the job ends. */
      asDraft?: boolean;
    }>
  /** Work begins on this commit. Nothing of the job depends on later ones. */
  | Readonly<{ type: 'prepared'; base: string }>
  /** A process took the job up again after another one had ended in the middle of it. */
  | Readonly<{ type: 'resumed' }>
  /** A person added something; a job that had ended begins again with it. */
  | Readonly<{ type: 'message'; prompt: string }>
  /** The model is told now what the person added. */
  | Readonly<{ type: 'delivered'; prompt: string }>
  | Readonly<{
      type: 'answered';
      kind: AnswerKind;
      text: string;
      calls: readonly ToolCall[];
      /** Calls beyond those that one answer may have. */
      droppedCalls: number;
      usage: Usage | null;
      /** Bytes of the request, for the next estimate. */
      requestBytes: number;
      /** Results of this many first tool calls were left out of the request (context.ts). */
      evicted: number;
    }>
  /** The server named a smaller window than was known: from here on that counts. */
  | Readonly<{ type: 'window'; tokens: number }>
  | Readonly<{ type: 'retried'; reason: string; waitMs: number }>
  | Readonly<{
      type: 'result';
      callId: string;
      name: string;
      ok: boolean;
      wellFormed: boolean;
      text: string;
      changes?: readonly RecordedChange[];
      seen?: Readonly<Record<string, string | null>>;
      intent?: string;
      todo?: readonly TodoItem[];
      /** The call was accepted as the end of the work. */
      finish?: Finish;
      /** New problems that kept a finish from being accepted. */
      repair?: number;
      /** New problems that are left after all rounds of repair. */
      leftProblems?: readonly string[];
    }>
  /** The model is told that it does not get on. */
  | Readonly<{ type: 'nudged'; reason: NudgeReason; text: string }>
  | Readonly<{ type: 'cancel-requested' }>
  /** No further step is taken; what there is becomes a draft. */
  | Readonly<{ type: 'stopped'; code: StopCode; sentence: string }>
  | Readonly<{ type: 'committed'; commit: string; tree: string; message: string }>
  | Readonly<{ type: 'published'; link: string; number: number | null; branch: string }>
  | Readonly<{ type: 'ended'; outcome: Outcome; code: StopCode | null; sentence: string }>
  | Readonly<{ type: 'archived' }>
  /** A person decided about what was proposed here, where there is no forge. */
  | Readonly<{ type: 'reviewed'; decision: 'merged' | 'rejected'; commit: string | null; note: string }>
  /** The work came as a bundle from elsewhere: it is handed over as if it had been done here. */
  | Readonly<{
      type: 'imported';
      title: string;
      summary: string;
      changes: readonly RecordedChange[];
      leftProblems: readonly string[];
    }>;

/** A change without its content, which lies in the overlay under the event's number. */
export type RecordedChange = Readonly<{ path: string; mode: FileMode; hash: string | null }>;

export type Outcome = 'done' | 'no-change' | 'failed' | 'canceled';

export type NudgeReason = 'no-call' | 'printed-call' | 'repeated' | 'repeated-fault' | 'ping-pong';

/** Why a job ended before it was done: a word for programs, beside a sentence for people. */
export type StopCode =
  | 'canceled'
  | 'repository'
  | 'model-unreachable'
  | 'model-refused'
  | 'model-timeout'
  | 'model-failed'
  | 'context-too-small'
  | 'context-cut'
  | 'no-tool-call'
  | 'format-errors'
  | 'stuck'
  | 'steps'
  | 'wall-time'
  | 'prompt-tokens'
  | 'secret-in-diff'
  | 'publish-failed'
  | 'internal';
