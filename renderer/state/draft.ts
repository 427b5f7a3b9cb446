import { useState } from 'react';

/** What was typed into forms and not saved, by form and field: it is there when somebody comes back. Never stored. */
const drafts = new Map<string, Map<string, unknown>>();

/**
 * The value of a field, as `useState` has it, that outlives the page.
 * @param form names the form and what it is about: `prj_1 general`
 * @param saved what the field has without a draft
 */
export function useDraft<T>(form: string, field: string, saved: T): readonly [T, (value: T) => void] {
  const kept = drafts.get(form);
  const [value, setValue] = useState<T>(kept?.has(field) ? (kept.get(field) as T) : saved);
  const change = (next: T): void => {
    setValue(next);
    const fields = drafts.get(form) ?? new Map<string, unknown>();
    if (JSON.stringify(next) === JSON.stringify(saved)) fields.delete(field);
    else fields.set(field, next);
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
