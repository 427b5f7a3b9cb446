import { useState } from 'react';

/** Unsaved form input by form and field, restored when the user returns. Kept in memory only. */
const drafts = new Map<string, Map<string, unknown>>();

function keep(form: string, field: string, value: unknown, saved: string): void {
  const fields = drafts.get(form) ?? new Map<string, unknown>();
  if (JSON.stringify(value) === saved) fields.delete(field);
  else fields.set(field, value);
  drafts.set(form, fields);
}

/**
 * Like `useState` for the value of a field, but keeps the draft when the page is left. Not for secrets. A change of the
 * saved value replaces the draft.
 * @param form name of the form and its subject: `prj_1 general`
 * @param saved value of the field without a draft
 */
export function useDraft<T>(form: string, field: string, saved: T): readonly [T, (value: T) => void] {
  const savedNow = JSON.stringify(saved);
  const [{ value, savedThen }, setState] = useState(() => {
    const fields = drafts.get(form);
    const value = fields?.has(field) ? (fields.get(field) as T) : saved;
    keep(form, field, value, savedNow); // drops the draft if it equals the saved value by now
    return { value, savedThen: savedNow };
  });
  if (savedThen !== savedNow) {
    keep(form, field, saved, savedNow);
    setState({ value: saved, savedThen: savedNow });
  }
  const change = (next: T): void => {
    keep(form, field, next, savedNow);
    setState({ value: next, savedThen: savedNow });
  };
  return [value, change];
}

/** Whether a form has unsaved values. */
export function hasDraft(form: string): boolean {
  return (drafts.get(form)?.size ?? 0) > 0;
}

/** Discards the drafts of a saved form. The saved values may differ from the typed ones in whitespace. */
export function forgetDraft(form: string): void {
  drafts.delete(form);
}

/** Discards all drafts after logout, since someone else may use the app next. */
export function forgetAllDrafts(): void {
  drafts.clear();
}
