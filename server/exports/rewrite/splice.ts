import type { Span } from '../parse/page.ts';

export type Edit = Span & Readonly<{ text: string }>;

/**
 * Applies edits to a text. Drops edits inside a removed or replaced range. Text inserted at the start of such a range
 * precedes it and is kept; multiple insertions at the same offset keep their order.
 */
export function splice(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const sorted = [...edits].sort(inOrder);
  const parts: string[] = [];
  let position = 0;
  for (const edit of sorted) {
    if (edit.start < position) continue;
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

function inOrder(a: Edit, b: Edit): number {
  if (a.start !== b.start) return a.start - b.start;
  const aInserts = a.start === a.end;
  const bInserts = b.start === b.end;
  return aInserts === bInserts ? b.end - a.end : aInserts ? -1 : 1;
}

/** Removes a span; for an attribute, also the white space before it. */
export function removal(text: string, span: Span): Edit {
  let { start } = span;
  if (text.charAt(start) !== '<') while (/[\t\n\f\r ]/.test(text.charAt(start - 1))) start--;
  return { start, end: span.end, text: '' };
}
