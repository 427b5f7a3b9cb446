import { expect, it } from 'vitest';
import { stepsOf, subjectOf } from './steps.ts';

const at = '2026-03-02T09:30:00.000Z';
const call = (id: string, name: string, given: Record<string, unknown> | null) => ({
  id,
  name,
  arguments: given,
  raw: given === null ? '{"path": "a' : JSON.stringify(given),
});

it('puts a result beside the call that it answers, and leaves out what says nothing', () => {
  const read = call('1', 'read', { path: 'a.md' });
  const find = call('2', 'search', { pattern: 'x' });
  const steps = stepsOf([
    { id: 1, at, kind: 'created', detail: { prompt: 'Do it' } },
    { id: 2, at, kind: 'answered', detail: { kind: 'calls', text: 'I look.', calls: [read, find] } },
    { id: 3, at, kind: 'result', detail: { callId: '1', name: 'read', ok: true, text: 'one' } },
    { id: 4, at, kind: 'delivered', detail: { prompt: 'x' } },
    { id: 5, at, kind: 'answered', detail: { kind: 'empty', text: '', calls: [] } },
  ]);
  expect(
    steps.map((step) =>
      step.kind === 'call'
        ? [step.call.name, step.result?.text]
        : [step.kind, step.kind === 'said' && step.isGood],
    ),
  ).toEqual([
    ['event', false],
    ['said', true],
    ['read', 'one'],
    ['search', undefined],
    ['said', false],
  ]);
});

it('says what a call is about', () => {
  expect(subjectOf(call('1', 'move', { path: 'a.md', to: 'b.md' }))).toBe('a.md → b.md');
  expect(subjectOf(call('1', 'search', { pattern: 'npm' }))).toBe('"npm"');
  expect(subjectOf(call('1', 'edit', null))).toBe('{"path": "a');
  expect(subjectOf(call('1', 'check', {}))).toBe('');
});
