import type { AgentEvent, LogEvent } from '../../server/api/wire.types.ts';

type Call = Extract<AgentEvent, { type: 'answered' }>['calls'][number];
export type ToolResult = Extract<AgentEvent, { type: 'result' }>;

/** A step of a job as its page shows it. A tool call and its result form one step. */
export type Step = Readonly<{ id: number; at: string }> &
  (
    | Readonly<{ kind: 'said'; text: string; isGood: boolean }>
    | Readonly<{ kind: 'call'; call: Call; result: ToolResult | undefined }>
    | Readonly<{ kind: 'event'; event: Exclude<AgentEvent, { type: 'answered' | 'result' | 'delivered' }> }>
  );

/** Converts the log of a job into steps, oldest first. */
export function stepsOf(log: readonly LogEvent[]): Step[] {
  const steps: Step[] = [];
  for (const { id, at, kind, detail } of log) {
    const event = { ...detail, type: kind } as AgentEvent;
    switch (event.type) {
      case 'answered':
        if (event.text.trim() !== '' || event.calls.length === 0) {
          const isGood = event.kind === 'calls' || event.kind === 'text';
          steps.push({ id, at, kind: 'said', text: event.text.trim(), isGood });
        }
        for (const call of event.calls) steps.push({ id, at, kind: 'call', call, result: undefined });
        break;
      case 'result': {
        const place = steps.findLastIndex(
          (step) => step.kind === 'call' && step.call.id === event.callId && step.result === undefined,
        );
        const open = steps[place];
        if (open?.kind === 'call') steps[place] = { ...open, result: event };
        break;
      }
      case 'delivered':
        break;
      default:
        steps.push({ id, at, kind: 'event', event });
    }
  }
  return steps;
}

/** Summarizes a tool call in a few words. */
export function subjectOf({ arguments: given, raw }: Call): string {
  const { path, pattern, page, to, title } = given ?? {};
  if (given === null) return raw.slice(0, 80);
  const what = typeof path === 'string' ? path : typeof page === 'string' ? page : undefined;
  if (what !== undefined) return typeof to === 'string' ? `${what} → ${to}` : what;
  if (typeof pattern === 'string') return JSON.stringify(pattern);
  return typeof title === 'string' ? title : '';
}
