import { useState } from 'react';

/** What was typed into forms and not saved, by form and field: it is there when somebody comes back. Never stored. */
const drafts = new Map<string, Map<string, unknown>>();

function keep(form: string, field: string, value: unknown, saved: string): void {
  const fields = drafts.get(form) ?? new Map<string, unknown>();
  if (JSON.stringify(value) === saved) fields.delete(field);
  else fields.set(field, value);
  drafts.set(form, fields);
}

/**
 * The value of a field, as `useState` has it, that outlives the page. Not for secrets. It follows what is saved: then there
 * is no draft any more.
 * @param form names the form and what it is about: `prj_1 general`
 * @param saved what the field has without a draft
 */
export function useDraft<T>(form: string, field: string, saved: T): readonly [T, (value: T) => void] {
  const savedNow = JSON.stringify(saved);
  const [{ value, savedThen }, setState] = useState(() => {
    const fields = drafts.get(form);
    const value = fields?.has(field) ? (fields.get(field) as T) : saved;
    keep(form, field, value, savedNow); // it may have been saved meanwhile
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

/** Whether a form has values that were not saved. */
export function hasDraft(form: string): boolean {
  return (drafts.get(form)?.size ?? 0) > 0;
}

/** The form was saved: what it sent may differ from what was typed, by blanks. */
export function forgetDraft(form: string): void {
  drafts.delete(form);
}

/** Somebody else may use the app from now on. */
export function forgetAllDrafts(): void {
  drafts.clear();
}
