import { createHash } from 'node:crypto';
import { diffArrays } from 'diff';

/** Removed lines, and the lines added in their place. */
export type LineChange = Readonly<{ removed: readonly string[]; added: readonly string[] }>;

/** With more differing lines, everything counts as replaced: finding the shortest diff would take minutes. */
const EDITS_MAX = 4000;

/** Returns the changes from `before` to `after`, in order. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX });
  if (!parts) return [{ removed: before, added: after }];
  const changes: { removed: string[]; added: string[] }[] = [];
  let isOpen = false;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ removed: [], added: [] });
    isOpen = true;
    changes.at(-1)?.[added ? 'added' : 'removed'].push(...value);
  }
  return changes;
}

/** Returns a key that is equal for changes with the same lines. */
export function changeKey({ removed, added }: LineChange): string {
  return createHash('sha256')
    .update(JSON.stringify([removed, added]))
    .digest('base64');
}

export function areSameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
