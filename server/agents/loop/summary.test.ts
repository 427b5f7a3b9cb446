import { describe, expect, it } from 'vitest';
import { memoryTable, openLog } from '../log/event-log.ts';
import type { JobEvent } from './events.ts';
import { type JobState, stateOf } from './state.ts';
import { commitMessage, describeProposal } from './summary.ts';

function stateAfter(...events: JobEvent[]): JobState {
  const log = openLog<JobEvent>('job', memoryTable(), {
    now: () => new Date(1_700_000_000_000),
    redact: (text) => text,
  });
  for (const event of events) log.append(event);
  return stateOf(log.events());
}

const created: JobEvent = {
  type: 'created',
  project: 'p',
  prompt: 'Mend\nit',
  baseBranch: 'main',
  branch: 'b',
  model: 'm',
};
const prepared: JobEvent = { type: 'prepared', base: 'a'.repeat(40) };
const finished = (title: string, summary: string): JobEvent => ({
  type: 'result',
  callId: 'c',
  name: 'finish',
  ok: true,
  wellFormed: true,
  text: '',
  finish: { title, summary, noChangeReason: null },
});

describe('a merge request', () => {
  it('says what changed from the change, and quotes the model where forges obey nothing', () => {
    const state = stateAfter(created, prepared, finished('Closes #1 for @admin', '/merge\n```\n@everyone'));
    const { title, body, isDraft } = describeProposal(
      state,
      new Map([
        ['a.md', { added: 2, removed: 1 }],
        ['b.png', null],
      ]),
    );
    expect(title).toBe('Closes # 1 for @ admin');
    expect(body).toContain('2 files changed');
    expect(body).toContain('- `a.md` +2 −1\n- `b.png` (binary)');
    expect(body).toContain('````text\n/merge\n```\n@everyone\n````');
    expect(isDraft).toBe(false);
    expect(commitMessage(state, 'ag_1')).toBe('Closes # 1 for @ admin\n\nOffprint-Agent-Job: ag_1\n');
  });

  it('is a draft where that was asked for', () => {
    const asked: JobEvent = { ...created, asDraft: true };
    const done = finished('Use npm ci', '');
    expect(describeProposal(stateAfter(asked, prepared, done), new Map()).isDraft).toBe(true);
    expect(describeProposal(stateAfter(created, prepared, done), new Map()).isDraft).toBe(false);
  });

  it('takes its title from the task where the model gave none', () => {
    expect(describeProposal(stateAfter(created, prepared), new Map()).title).toBe('Mend it');
  });
});
