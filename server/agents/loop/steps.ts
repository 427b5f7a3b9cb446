import type { Logged } from '../log/event-log.ts';
import type { ToolCall } from '../model/chat.ts';
import type { JobEvent } from './events.ts';
import type { JobState } from './state.ts';

/** One line of a job's history, for people. */
export type Step = Readonly<{
  seq: number;
  at: string;
  kind: 'person' | 'model' | 'tool' | 'job';
  /** False if a tool refused the call or something went wrong. */
  ok: boolean;
  text: string;
}>;

const TEXT_MAX = 500;

/** Returns the steps of a job, in order. */
export function stepsOf(events: readonly Pick<Logged<JobEvent>, 'seq' | 'at' | 'body'>[]): Step[] {
  return events.flatMap(({ seq, at, body }) => {
    const told = tell(body);
    return told === null ? [] : [{ seq, at, ...told, text: cut(told.text) }];
  });
}

/** Describes the status or outcome of a job in a sentence. */
export function outcomeSentence(state: JobState): string {
  if (state.review?.decision === 'merged')
    return `The change was approved and merged into ${state.baseBranch}.`;
  if (state.review?.decision === 'rejected') return 'The change was rejected. Nothing was merged.';
  if (state.ended) return state.ended.sentence;
  return {
    queued: 'Waiting to start.',
    preparing: 'Updating the local copy of the repository.',
    running: 'The model is working on the files.',
    validating: 'Checking the changed pages for new problems.',
    publishing: 'Proposing the change.',
    done: '',
    'no-change': '',
    failed: '',
    canceled: '',
  }[state.status];
}

function tell(event: JobEvent): Pick<Step, 'kind' | 'ok' | 'text'> | null {
  const job = (text: string, ok = true) => ({ kind: 'job', ok, text }) as const;
  switch (event.type) {
    case 'created':
    case 'message':
      return { kind: 'person', ok: true, text: event.prompt };
    case 'prepared':
      return job(`Started from commit ${event.base.slice(0, 12)}.`);
    case 'resumed':
      return job('Resumed after an interruption.');
    case 'answered':
      return {
        kind: 'model',
        ok: event.kind === 'calls' || event.kind === 'text',
        text: [event.text.trim(), ...event.calls.map(callText)].filter(Boolean).join('\n'),
      };
    case 'result':
      return { kind: 'tool', ok: event.ok, text: `${event.name}: ${event.text.split('\n')[0] ?? ''}` };
    case 'nudged':
      return job(`Reminder to the model: ${event.text}`);
    case 'window':
      return job(`The model server accepts up to ${event.tokens} tokens.`);
    case 'retried':
      return job(`${event.reason} Retrying in ${Math.ceil(event.waitMs / 1000)} s.`, false);
    case 'cancel-requested':
      return { kind: 'person', ok: true, text: 'Canceled.' };
    case 'stopped':
      return job(event.sentence, false);
    case 'committed':
      return job(`Committed as ${event.commit.slice(0, 12)}.`);
    case 'published':
      return job(event.link.startsWith('/') ? 'Proposed for review.' : `Proposed: ${event.link}`);
    case 'ended':
      return job(event.sentence, event.outcome === 'done' || event.outcome === 'no-change');
    case 'archived':
      return job('Archived.');
    case 'reviewed':
      return {
        kind: 'person',
        ok: event.decision === 'merged',
        text: [event.decision === 'merged' ? 'Approved and merged.' : 'Rejected.', event.note]
          .filter(Boolean)
          .join(' '),
      };
    case 'imported':
      return job(event.summary);
    case 'delivered':
      return null;
    default:
      return missing(event);
  }
}

function callText({ name, arguments: given }: ToolCall): string {
  const { path, pattern } = given ?? {};
  const what = typeof path === 'string' ? path : typeof pattern === 'string' ? JSON.stringify(pattern) : '';
  return what === '' ? name : `${name} ${what}`;
}

function cut(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;
}

function missing(event: never): never {
  throw new Error(`No such event: ${JSON.stringify(event)}`);
}
