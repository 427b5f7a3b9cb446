import type { Span } from '../parse/page.ts';

export type Edit = Span & Readonly<{ text: string }>;

/**
 * Applies edits to a text. An edit that lies within another one is dropped with it; of two that begin at the same
 * place and do not overlap the order is kept.
 */
export function splice(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
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
