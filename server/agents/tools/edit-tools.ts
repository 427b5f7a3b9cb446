import { createHash } from 'node:crypto';
import { z } from 'zod';
import { trimTrailing } from '../../trim-trailing.ts';
import { keptMode } from '../workspace/workspace.ts';
import { contentHash } from './content-hash.ts';
import { longText, maybeFlag, text } from './fields.ts';
import { unifyLineEnds } from './line-ends.ts';
import { matchText, nearestLines } from './match-text.ts';
import { elisionFault, hiddenFault, shrinksMuch } from './new-text-checks.ts';
import { cleanPath, isOutcome, type OpenedText, openText } from './open-text.ts';
import { refused, type ToolContext, type ToolOutcome, tool } from './tool.ts';
import { writeFault } from './writable-files.ts';

export const edit = tool({
  name: 'edit',
  description:
    'Replaces text in a file that has already been read. old_text must match exactly and occur only once in the file, unless replace_all is true. Change as few lines as possible.',
  input: z.strictObject({
    path: text('path of the file'),
    old_text: longText('the text that is there now, with enough lines to be unique'),
    new_text: longText('the text that takes its place'),
    replace_all: maybeFlag('true to replace every occurrence'),
  }),
  run: async ({ path, old_text, new_text, replace_all }, context) => {
    const opened = await openForEdit(path, context);
    if (isOutcome(opened)) return opened;
    const { text: now, splice } = unifyLineEnds(opened.text);
    const oldText = old_text.replaceAll('\r\n', '\n');
    const newText = new_text.replaceAll('\r\n', '\n');
    if (oldText === '')
      return refused('old_text is empty. Use insert to add text, or create for a new file.');
    if (oldText === newText) return refused('old_text and new_text are the same. Nothing would change.');
    const outcome = matchText(now, oldText, newText, replace_all === true);
    if (outcome.found === null) {
      if (outcome.times > 1) {
        return refused(
          `old_text occurs ${outcome.times} times in ${opened.path}. Add lines around it until it is unique, or set replace_all.`,
        );
      }
      const near = nearestLines(now, oldText);
      return refused(
        `old_text is not in ${opened.path}.${near === '' ? ' Nothing in it is similar: read the file again.' : ` The most similar lines are:\n${near}`}`,
      );
    }
    const fault = elisionFault(newText, oldText) ?? hiddenFault(newText, now);
    if (fault !== null) return refused(fault);
    const after = splice(outcome.found);
    return changed(opened, after, context, {
      intentOf: [opened.path, oldText, newText],
      text: `Replaced ${outcome.found.length === 1 ? 'the text' : `${outcome.found.length} occurrences`} in ${opened.path}${outcome.how === 'exactly' ? '' : ` (it was found ${outcome.how})`}.`,
    });
  },
});

export const insert = tool({
  name: 'insert',
  description: 'Adds whole lines to a file that has already been read.',
  input: z.strictObject({
    path: text('path of the file'),
    after_line: z
      .preprocess(
        (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
        z.number().int().min(0).max(10_000_000),
      )
      .meta({ description: 'line number to insert after; 0 for the beginning' }),
    text: longText('the lines to add'),
  }),
  run: async ({ path, after_line, text: added }, context) => {
    const opened = await openForEdit(path, context);
    if (isOutcome(opened)) return opened;
    const { text: now, splice } = unifyLineEnds(opened.text);
    if (added.trim() === '') return refused('The text to add is empty.');
    const fault = elisionFault(added, '') ?? hiddenFault(added, now);
    if (fault !== null) return refused(fault);
    const lines = now.split('\n');
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (after_line > count) {
      return refused(`${opened.path} has only ${count} ${count === 1 ? 'line' : 'lines'}.`);
    }
    const start = lines.slice(0, after_line).join('\n').length + (after_line === 0 ? 0 : 1);
    const block = added.replaceAll('\r\n', '\n').replace(/\n?$/, '\n');
    // If the last line has no line end, add one before the new text.
    const replacement = start > now.length ? `\n${block.slice(0, -1)}` : block;
    const at = Math.min(start, now.length);
    const addedLines = block.split('\n').length - 1;
    return changed(opened, splice([{ start: at, end: at, replacement }]), context, {
      intentOf: null,
      text: `Added ${addedLines} ${addedLines === 1 ? 'line' : 'lines'} after line ${after_line} of ${opened.path}.`,
    });
  },
});

export const create = tool({
  name: 'create',
  description: 'Creates a file. Fails if the path already exists.',
  input: z.strictObject({ path: text('path of the new file'), text: longText('its full content') }),
  run: ({ path, text: given }, { workspace, policy }) => {
    const name = cleanPath(path);
    const fault = writeFault(name, policy) ?? elisionFault(given, '') ?? hiddenFault(given, '');
    if (fault !== null) return refused(fault);
    if (workspace.entry(name)) return refused(`${name} already exists. Read it and edit it.`);
    if (given.trim() === '') return refused('The content is empty.');
    const content = Buffer.from(`${trimTrailing(given.replaceAll('\r\n', '\n'), '\n')}\n`);
    return {
      ok: true,
      text: `Created ${name} with ${content.length} bytes.`,
      changes: [{ path: name, mode: '100644', content }],
      seen: { [name]: contentHash(content) },
    };
  },
});

export const move = tool({
  name: 'move',
  description: 'Renames a file. Does not update links to it or its place in the navigation.',
  input: z.strictObject({ path: text('path of the file'), to: text('its new path') }),
  run: async ({ path, to }, { workspace, policy, seen }) => {
    const from = cleanPath(path);
    const target = cleanPath(to);
    const fault = writeFault(from, policy) ?? writeFault(target, policy);
    if (fault !== null) return refused(fault);
    const opened = await openText(from, workspace, policy);
    if (isOutcome(opened)) return opened;
    if (workspace.entry(target)) return refused(`${target} already exists.`);
    const mode = keptMode(workspace.entry(from));
    const known = seen.get(from);
    return {
      ok: true,
      text: `Moved ${from} to ${target}. Links to it and the navigation may need updating.`,
      changes: [
        { path: from, mode, content: null },
        { path: target, mode, content: opened.content },
      ],
      seen: { [from]: null, ...(known !== undefined && { [target]: known }) },
    };
  },
});

export const remove = tool({
  name: 'delete',
  description: 'Deletes a file that has already been read.',
  input: z.strictObject({ path: text('path of the file') }),
  run: async ({ path }, context) => {
    const opened = await openForEdit(path, context);
    if (isOutcome(opened)) return opened;
    const mode = keptMode(context.workspace.entry(opened.path));
    return {
      ok: true,
      text: `Deleted ${opened.path}. Links to it and the navigation may need updating.`,
      changes: [{ path: opened.path, mode, content: null }],
      seen: { [opened.path]: null },
    };
  },
});

/** Opens a file that the model has read and that has not changed since. */
async function openForEdit(given: string, context: ToolContext): Promise<OpenedText | ToolOutcome> {
  const { workspace, policy, seen } = context;
  const fault = writeFault(cleanPath(given), policy);
  if (fault !== null) return refused(fault);
  if (/(^|\/)(docs|mint)\.json$/.test(given)) {
    return refused('Use the nav tool to change the navigation. Do not edit its JSON.');
  }
  const opened = await openText(given, workspace, policy);
  if (isOutcome(opened)) return opened;
  const known = seen.get(opened.path);
  if (known === undefined) return refused(`Read ${opened.path} before changing it.`);
  if (known !== contentHash(opened.content)) {
    return refused(`${opened.path} has changed since it was read. Read it again.`);
  }
  return opened;
}

function changed(
  opened: OpenedText,
  after: string,
  { workspace, intents }: ToolContext,
  done: Readonly<{ intentOf: readonly string[] | null; text: string }>,
): ToolOutcome {
  if (done.intentOf !== null && shrinksMuch(opened.text, after)) {
    const intent = createHash('sha256').update(JSON.stringify(done.intentOf)).digest('hex').slice(0, 16);
    if (!intents.has(intent)) {
      const [before, left] = [opened.text, after].map((whole) => whole.split('\n').length);
      return {
        ok: false,
        text: `That would leave ${left} of ${before} lines of ${opened.path}. If you mean to remove that much, make the same call again. Otherwise, edit only the lines that change.`,
        intent,
      };
    }
  }
  const content = Buffer.from(after);
  return {
    ok: true,
    text: done.text,
    changes: [{ path: opened.path, mode: keptMode(workspace.entry(opened.path)), content }],
    seen: { [opened.path]: contentHash(content) },
  };
}
