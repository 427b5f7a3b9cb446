/** Line of a source with its number, counted from 1 by line feeds, as editors do. */
export type Line = Readonly<{ text: string; line: number }>;

/**
 * Splits a text into lines wherever any tool that reads sources does: Python's `str.splitlines` (docutils, Sphinx) ends
 * a line at ten characters, JavaScript and Ruby at fewer. A directive may begin wherever one of them starts a line.
 */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let line = 1;
  // Odd parts are line ends.
  for (const [index, part] of text.split(ENDS).entries()) {
    if (index % 2 === 0) lines.push({ text: part, line });
    else if (part.endsWith('\n')) line += 1;
  }
  return lines;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ends of lines are control characters
const ENDS = /(\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029])/;

/** Returns a function that gives the line number of an offset in the text. */
export function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map((match) => match.index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/**
 * Returns a line with everything below it that is indented more, which is the body of a directive in docutils. The body
 * is part of a finding's identity, so an existing directive with a new body is new.
 */
export function withIndented(lines: readonly Line[], index: number): string {
  const first = lines[index]?.text ?? '';
  const indent = indentOf(first);
  let end = index + 1;
  for (let at = end; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) <= indent) break;
    end = at + 1;
  }
  return joined(lines, index, end);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** Joins the lines from `from` to before `to` into one trimmed text. */
export function joined(lines: readonly Line[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text)
    .join('\n')
    .trim();
}
