import { hiddenCharacters } from './hidden-characters.ts';

/** Phrases that models write in place of text that they leave out. */
const ELISION = [
  /\b(rest|remainder)\s+of\s+(the\s+|this\s+)?(file|page|document|content|section|code|text|guide)\b.{0,200}(\.\.\.|…|unchanged|here|same|\))/i,
  /(\.\.\.|…)\s*(?:\(\s*)?(rest|remaining|existing|previous|unchanged|same|more|other)\b/i,
  /\b(keep|leave|retain)\s+(the\s+)?(existing|rest|remaining|original|previous)\b/i,
  /\b(existing|remaining|previous|original)\s+(content|code|text|sections?|lines|items)\s+(here|unchanged|remains?|goes\s+here|stays?|omitted)\b/i,
  /^\W*(content|text|code)\s+(omitted|unchanged|continues)\W*$/i,
];

/**
 * Detects placeholders for existing text ("rest of the file unchanged"), which would replace that text.
 * @param before the text to be replaced; phrases that it already contains do not count
 * @returns a sentence, or null
 */
export function elisionFault(newText: string, before: string): string | null {
  const line = newText
    .split('\n')
    .find(
      (candidate) => ELISION.some((pattern) => pattern.test(candidate)) && !before.includes(candidate.trim()),
    );
  if (line !== undefined) {
    return `The new text has "${line.trim().slice(0, 120)}" in place of part of the content. Write the whole text, or edit only the lines that change.`;
  }
  const dots = /^[ \t]*(\.\.\.|…)[ \t]*$/m;
  const shrinks = lineCount(before) - lineCount(newText) > 5;
  return shrinks && dots.test(newText) && !dots.test(before)
    ? 'The new text has a line of dots in place of part of the content. Write the whole text, or edit only the lines that change.'
    : null;
}

/** @returns a sentence if the new text adds characters that people do not see, or null */
export function hiddenFault(newText: string, before: string): string | null {
  const known = hiddenCharacters(before);
  const added = hiddenCharacters(newText).filter((character) => !known.includes(character));
  return added.length === 0
    ? null
    : `The new text contains invisible characters (${added.join(', ')}). Write it without them.`;
}

/** Whether an edit removes so much that it must be confirmed: more than 30% of a file with more than 50 lines. */
export function shrinksMuch(before: string, after: string): boolean {
  const lines = lineCount(before);
  return lines > 50 && lineCount(after) < lines * 0.7;
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length;
}
