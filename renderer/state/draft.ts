import { useState } from 'react';

type Draft = Readonly<{ value: unknown; saved: string }>;

/** What was typed into forms and not saved, by form and field: it is there when somebody comes back. Never stored. */
const drafts = new Map<string, Map<string, Draft>>();

/**
 * The value of a field, as `useState` has it, that outlives the page. Not for secrets.
 * @param form names the form and what it is about: `prj_1 general`
 * @param saved what the field has without a draft; where that has changed meanwhile, the draft is over
 */
export function useDraft<T>(form: string, field: string, saved: T): readonly [T, (value: T) => void] {
  const baseline = JSON.stringify(saved);
  const kept = drafts.get(form)?.get(field);
  if (kept && kept.saved !== baseline) drafts.get(form)?.delete(field);
  const [value, setValue] = useState<T>(kept?.saved === baseline ? (kept.value as T) : saved);
  const change = (next: T): void => {
    setValue(next);
    const fields = drafts.get(form) ?? new Map<string, Draft>();
    if (JSON.stringify(next) === baseline) fields.delete(field);
    else fields.set(field, { value: next, saved: baseline });
    drafts.set(form, fields);
  };
  return [value, change];
}

/** Whether a form has values that were not saved. */
export function hasDraft(form: string): boolean {
  return (drafts.get(form)?.size ?? 0) > 0;
}

/** The form was saved. */
export function forgetDraft(form: string): void {
  drafts.delete(form);
}

/** Somebody else may use the app from now on. */
export function forgetAllDrafts(): void {
  drafts.clear();
}
