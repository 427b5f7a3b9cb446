import { z } from 'zod';
import { longText, maybeText, maybeTexts, text, texts } from './fields.ts';
import { refused, type TodoItem, tool } from './tool.ts';

export const check = tool({
  name: 'check',
  description: 'Reports new problems that the changes so far have caused: links, navigation, syntax, images.',
  input: z.strictObject({ paths: maybeTexts('paths to report on; null for all') }),
  run: async ({ paths }, { check: findings }) => ({
    ok: true,
    text: await findings(paths === null || paths.length === 0 ? null : paths),
  }),
});

export const todo = tool({
  name: 'todo',
  description: 'Replaces your list of steps. People see it.',
  input: z.strictObject({
    items: texts('one step per item: "[ ] open", "[>] in progress", "[x] done"'),
  }),
  run: ({ items }) => {
    if (items.length > 30) return refused('The list has more than 30 steps. Use fewer.');
    const list = items.map(readItem);
    const done = list.filter((item) => item.state === 'done').length;
    return { ok: true, text: `${done} of ${list.length} steps are done.`, todo: list };
  },
});

export const finish = tool({
  name: 'finish',
  description:
    'Ends the job when the task is done. If nothing needed to change, say why in no_change_needed.',
  input: z.strictObject({
    title: text('what was done, in at most ten words'),
    summary: longText('what was done and why, for the person who reviews it'),
    no_change_needed: maybeText('why nothing needed to change; null if files were changed'),
  }),
  run: ({ title, summary, no_change_needed }) => ({
    ok: true,
    text: 'The job is done.',
    finish: {
      title: title.replace(/\s+/g, ' ').trim().slice(0, 120),
      summary: summary.trim().slice(0, 4000),
      noChangeReason: no_change_needed,
    },
  }),
});

function readItem(line: string): TodoItem {
  const match = /^\s*(?:[-*]\s*)?\[(.)\]\s*(.*)$/s.exec(line);
  const mark = match?.[1]?.toLowerCase();
  return {
    state: mark === 'x' ? 'done' : mark === '>' || mark === '~' ? 'doing' : 'open',
    text: (match?.[2] ?? line).trim().slice(0, 300),
  };
}
