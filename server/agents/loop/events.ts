import type { AnswerKind, ToolCall, Usage } from '../model/chat.ts';
import type { Finish, TodoItem } from '../tools/tool.ts';
import type { FileMode } from '../workspace/tree.ts';

/**
 * Event of a job. The job's state is a fold over its events (state.ts), so a killed job resumes from its log. An answer
 * is logged before it is acted on, and a result before the next request.
 */
export type JobEvent =
  | Readonly<{
      type: 'created';
      project: string;
      prompt: string;
      baseBranch: string;
      branch: string;
      model: string;
      /** Opens the merge request as a draft, however the job ends. */
      asDraft?: boolean;
    }>
  /** Work starts from this commit and does not depend on later ones. */
  | Readonly<{ type: 'prepared'; base: string }>
  /** A new process resumed the job after the previous one had stopped in the middle of it. */
  | Readonly<{ type: 'resumed' }>
  /** A person sent a message. It reopens a job that has ended. */
  | Readonly<{ type: 'message'; prompt: string }>
  /** A message from a person was added to the conversation. */
  | Readonly<{ type: 'delivered'; prompt: string }>
  | Readonly<{
      type: 'answered';
      kind: AnswerKind;
      text: string;
      calls: readonly ToolCall[];
      /** Number of calls over the limit per answer. They are skipped. */
      droppedCalls: number;
      usage: Usage | null;
      /** Size of the request in bytes, used to estimate the next one. */
      requestBytes: number;
      /** Number of oldest tool results that were left out of the request (context.ts). */
      evicted: number;
    }>
  /** The context window is smaller than assumed. This size applies from now on. */
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
      /** Set if the call was accepted as the end of the work. */
      finish?: Finish;
      /** Number of new problems that caused `finish` to be rejected. */
      repair?: number;
      /** New problems that remain after the last round of repairs. */
      leftProblems?: readonly string[];
    }>
  /** The model made no progress and was reminded. */
  | Readonly<{ type: 'nudged'; reason: NudgeReason; text: string }>
  | Readonly<{ type: 'cancel-requested' }>
  /** The job takes no further steps. Its changes so far become a draft. */
  | Readonly<{ type: 'stopped'; code: StopCode; sentence: string }>
  | Readonly<{ type: 'committed'; commit: string; tree: string; message: string }>
  | Readonly<{ type: 'published'; link: string; number: number | null; branch: string }>
  | Readonly<{ type: 'ended'; outcome: Outcome; code: StopCode | null; sentence: string }>
  | Readonly<{ type: 'archived' }>
  /** A person reviewed the proposal in Offprint, because there is no forge. */
  | Readonly<{ type: 'reviewed'; decision: 'merged' | 'rejected'; commit: string | null; note: string }>
  /** The change was imported from a bundle. It is published as if the job had made it. */
  | Readonly<{
      type: 'imported';
      title: string;
      summary: string;
      changes: readonly RecordedChange[];
      leftProblems: readonly string[];
    }>;

/** Change without its content, which the overlay stores under the event's sequence number. */
export type RecordedChange = Readonly<{ path: string; mode: FileMode; hash: string | null }>;

export type Outcome = 'done' | 'no-change' | 'failed' | 'canceled';

export type NudgeReason = 'no-call' | 'printed-call' | 'repeated' | 'repeated-fault' | 'ping-pong';

/** Machine-readable reason why a job ended early. It comes with a sentence for people. */
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
