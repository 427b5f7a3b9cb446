import type { Logged } from '../log/event-log.ts';
import type { Message, ToolCall } from '../model/chat.ts';
import type { Finish, TodoItem } from '../tools/tool.ts';
import type { JobEvent, NudgeReason, Outcome, StopCode } from './events.ts';
import { fingerprint, type Move } from './stuck.ts';

export type JobState = Readonly<{
  status: JobStatus;
  archived: boolean;
  project: string;
  baseBranch: string;
  branch: string;
  model: string;
  asDraft: boolean;
  base: string | null;
  /** Conversation after the system prompt. */
  messages: readonly Message[];
  /** Calls of the last answer that have no result yet. */
  openCalls: readonly ToolCall[];
  /** Whether the token limit cut off a call in the last answer. */
  answerWasCut: boolean;
  droppedCalls: number;
  /** Whether a call in the last answer was malformed. Each answer counts as at most one format error. */
  answerWasFaulty: boolean;
  /** Messages from people that have not been delivered to the model yet. */
  waiting: readonly string[];
  seen: ReadonlyMap<string, string>;
  intents: ReadonlySet<string>;
  todo: readonly TodoItem[];
  /** Usage and history since the last prompt or message. */
  round: Readonly<{
    startedAt: string;
    steps: number;
    promptTokens: number;
    completionTokens: number;
    formatErrors: number;
    textAnswers: number;
    printedCalls: number;
    repairs: number;
    nudges: readonly NudgeReason[];
    moves: readonly Move[];
  }>;
  /** Size of the last request, used to estimate the next one. */
  lastRequest: Readonly<{ bytes: number; promptTokens: number | null; evicted: number }> | null;
  evicted: number;
  /** Context window learned from an overflow error, if smaller than the measured one. */
  windowTokens: number | null;
  finish: Finish | null;
  leftProblems: readonly string[];
  cancelRequested: boolean;
  stop: Readonly<{ code: StopCode; sentence: string }> | null;
  /** When the work was finished or stopped, in seconds since 1970. Used as the commit time. */
  handedOverAt: number | null;
  /** `fresh` is true if the commit was made in this round, after the last message. */
  commit: Readonly<{ commit: string; tree: string; fresh: boolean }> | null;
  published: Readonly<{
    link: string;
    number: number | null;
    branch: string;
    commit: string;
    fresh: boolean;
  }> | null;
  ended: Readonly<{ outcome: Outcome; code: StopCode | null; sentence: string }> | null;
  /** Review of the newest proposal. */
  review: Readonly<{ decision: 'merged' | 'rejected'; commit: string | null; note: string }> | null;
  lastSeq: number;
  lastAt: string;
}>;

export type JobStatus =
  | 'queued'
  | 'preparing'
  | 'running'
  | 'validating'
  | 'publishing'
  | 'done'
  | 'no-change'
  | 'failed'
  | 'canceled';

/** Returns the state of a job after all its events. */
export function stateOf(events: readonly Logged<JobEvent>[]): JobState {
  return events.reduce(step, EMPTY);
}

/** Returns the state after one more event. Depends on events only: no clock, no randomness. */
export function step(state: JobState, { seq, at, body }: Logged<JobEvent>): JobState {
  const next = { ...apply(state, body, at), lastSeq: seq, lastAt: at };
  return { ...next, status: statusOf(next) };
}

const NEW_ROUND: Omit<JobState['round'], 'startedAt'> = {
  steps: 0,
  promptTokens: 0,
  completionTokens: 0,
  formatErrors: 0,
  textAnswers: 0,
  printedCalls: 0,
  repairs: 0,
  nudges: [],
  moves: [],
};

const EMPTY: JobState = {
  status: 'queued',
  archived: false,
  project: '',
  baseBranch: '',
  branch: '',
  model: '',
  asDraft: false,
  base: null,
  messages: [],
  openCalls: [],
  answerWasCut: false,
  droppedCalls: 0,
  answerWasFaulty: false,
  waiting: [],
  seen: new Map(),
  intents: new Set(),
  todo: [],
  round: { ...NEW_ROUND, startedAt: '' },
  lastRequest: null,
  evicted: 0,
  windowTokens: null,
  finish: null,
  leftProblems: [],
  cancelRequested: false,
  stop: null,
  handedOverAt: null,
  commit: null,
  published: null,
  ended: null,
  review: null,
  lastSeq: 0,
  lastAt: '',
};

function apply(state: JobState, event: JobEvent, at: string): JobState {
  switch (event.type) {
    case 'created':
      return {
        ...state,
        project: event.project,
        baseBranch: event.baseBranch,
        branch: event.branch,
        model: event.model,
        asDraft: event.asDraft === true,
        messages: [{ role: 'user', text: event.prompt }],
        round: { ...NEW_ROUND, startedAt: at },
      };
    case 'prepared':
      return { ...state, base: event.base };
    case 'message':
      return state.ended
        ? reopened(state, event.prompt, at)
        : { ...state, waiting: [...state.waiting, event.prompt] };
    case 'delivered':
      return {
        ...state,
        waiting: state.waiting.slice(1),
        messages: [...state.messages, { role: 'user', text: event.prompt }],
        ...newRound(state, at),
      };
    case 'answered':
      return answered(state, event);
    case 'result':
      return resulted(state, event, at);
    case 'nudged':
      return {
        ...state,
        messages: [...state.messages, { role: 'user', text: event.text }],
        round: { ...state.round, nudges: [...state.round.nudges, event.reason], moves: [] },
      };
    case 'window':
      return { ...state, windowTokens: event.tokens };
    case 'cancel-requested':
      return { ...state, cancelRequested: true };
    case 'stopped':
      return {
        ...state,
        stop: { code: event.code, sentence: event.sentence },
        handedOverAt: state.handedOverAt ?? secondsOf(at),
      };
    case 'committed':
      return {
        ...state,
        commit: { commit: event.commit, tree: event.tree, fresh: true },
      };
    case 'published':
      return {
        ...state,
        published: {
          link: event.link,
          number: event.number,
          branch: event.branch,
          commit: state.commit?.commit ?? '',
          fresh: true,
        },
      };
    case 'ended':
      return {
        ...state,
        ended: { outcome: event.outcome, code: event.code, sentence: event.sentence },
      };
    case 'archived':
      return { ...state, archived: true };
    case 'reviewed':
      return { ...state, review: { decision: event.decision, commit: event.commit, note: event.note } };
    case 'imported':
      return {
        ...state,
        finish: { title: event.title, summary: event.summary, noChangeReason: null },
        leftProblems: event.leftProblems,
        handedOverAt: secondsOf(at),
      };
    case 'resumed':
    case 'retried':
      return state;
    default:
      return missing(event);
  }
}

function answered(state: JobState, event: Extract<JobEvent, { type: 'answered' }>): JobState {
  const { round } = state;
  const called = event.calls.length > 0;
  const printed = event.kind === 'text-call';
  return {
    ...state,
    messages: [...state.messages, { role: 'assistant', text: event.text, calls: event.calls }],
    openCalls: event.calls,
    answerWasCut: event.kind === 'truncated',
    droppedCalls: event.droppedCalls,
    answerWasFaulty: false,
    evicted: event.evicted,
    lastRequest: {
      bytes: event.requestBytes,
      promptTokens: event.usage?.promptTokens ?? null,
      evicted: event.evicted,
    },
    round: {
      ...round,
      steps: round.steps + 1,
      promptTokens: round.promptTokens + (event.usage?.promptTokens ?? Math.ceil(event.requestBytes / 4)),
      completionTokens: round.completionTokens + (event.usage?.completionTokens ?? 0),
      textAnswers: called ? 0 : round.textAnswers + 1,
      printedCalls: called ? 0 : round.printedCalls + (printed ? 1 : 0),
    },
  };
}

function resulted(state: JobState, event: Extract<JobEvent, { type: 'result' }>, at: string): JobState {
  const seen = new Map(state.seen);
  for (const [path, hash] of Object.entries(event.seen ?? {})) {
    if (hash === null) seen.delete(path);
    else seen.set(path, hash);
  }
  const call = state.openCalls[0];
  const { round } = state;
  return {
    ...state,
    messages: [
      ...state.messages,
      { role: 'tool', callId: event.callId, name: event.name, text: event.text },
      // Skip calls after `finish` in the same answer, so that exactly the validated state is published.
      ...(event.finish ? unanswered(state.openCalls.slice(1)) : []),
    ],
    openCalls: event.finish ? [] : state.openCalls.slice(1),
    answerWasFaulty: state.answerWasFaulty || !event.wellFormed,
    seen,
    intents: event.intent === undefined ? state.intents : new Set([...state.intents, event.intent]),
    todo: event.todo ?? state.todo,
    finish: event.finish ?? state.finish,
    handedOverAt: event.finish ? secondsOf(at) : state.handedOverAt,
    leftProblems: event.leftProblems ?? state.leftProblems,
    round: {
      ...round,
      formatErrors: event.wellFormed ? 0 : round.formatErrors + (state.answerWasFaulty ? 0 : 1),
      repairs: round.repairs + (event.repair === undefined ? 0 : 1),
      moves: [
        ...round.moves,
        {
          call: fingerprint(`${event.name} ${call?.raw ?? ''}`),
          result: fingerprint(event.text),
          ok: event.ok,
        },
      ].slice(-12),
    },
  };
}

function reopened(state: JobState, prompt: string, at: string): JobState {
  return {
    ...state,
    ...newRound(state, at),
    ended: null,
    stop: null,
    cancelRequested: false,
    openCalls: [],
    waiting: [...state.waiting, prompt],
    // Every call needs a result, including those that a cancel or a stop left open.
    messages: [...state.messages, ...unanswered(state.openCalls)],
  };
}

function unanswered(calls: readonly ToolCall[]): Message[] {
  return calls.map((call) => ({ role: 'tool', callId: call.id, name: call.name, text: 'Not carried out.' }));
}

/** Resets what belongs to a round: its budgets and its results. Each message from a person starts a new round. */
function newRound(state: JobState, at: string): Partial<JobState> {
  return {
    finish: null,
    leftProblems: [],
    handedOverAt: null,
    review: null,
    commit: state.commit && { ...state.commit, fresh: false },
    published: state.published && { ...state.published, fresh: false },
    round: { ...NEW_ROUND, startedAt: at },
  };
}

function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function statusOf(state: JobState): JobStatus {
  if (state.ended) return state.ended.outcome;
  if (state.base === null) return state.lastSeq <= 1 ? 'queued' : 'preparing';
  if (state.finish || state.stop) return 'publishing';
  return state.openCalls[0]?.name === 'finish' ? 'validating' : 'running';
}

function missing(event: never): never {
  throw new Error(`No such event: ${JSON.stringify(event)}`);
}
