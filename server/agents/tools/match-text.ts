/** Location of a match: offsets into the file, and the replacement text. */
export type Match = Readonly<{ start: number; end: number; replacement: string }>;

export type MatchOutcome =
  | Readonly<{
      found: readonly Match[];
      how: 'exactly' | 'ignoring trailing spaces' | 'ignoring indentation';
    }>
  | Readonly<{ found: null; times: number }>;

/**
 * Finds the text that an edit refers to. Tries an exact match first. If there is none, and only if exactly one place
 * matches, ignores spaces at line ends, then a common indentation. Never matches by beginning and end alone. All texts
 * have LF line ends.
 */
export function matchText(text: string, oldText: string, newText: string, all: boolean): MatchOutcome {
  const exact = occurrences(text, oldText);
  if (exact.length === 1 || (all && exact.length > 0)) {
    return {
      how: 'exactly',
      found: exact.map((start) => ({ start, end: start + oldText.length, replacement: newText })),
    };
  }
  if (exact.length > 1) return { found: null, times: exact.length };
  if (oldText.trim() === '') return { found: null, times: 0 };

  const lines = text.split('\n');
  // A final line end does not mean that an empty line must follow.
  const endsOpen = oldText.endsWith('\n');
  const wanted = (endsOpen ? oldText.slice(0, -1) : oldText).split('\n');
  const replacement = endsOpen && newText.endsWith('\n') ? newText.slice(0, -1) : newText;
  const loose = [
    { how: 'ignoring trailing spaces' as const, shift: trailingSpaces },
    { how: 'ignoring indentation' as const, shift: indentation },
  ];
  for (const { how, shift } of loose) {
    const places: Match[] = [];
    let offset = 0;
    for (let at = 0; at + wanted.length <= lines.length; at++) {
      const block = lines.slice(at, at + wanted.length);
      const change = shift(block, wanted);
      if (change !== null) {
        const length = block.join('\n').length;
        places.push({ start: offset, end: offset + length, replacement: change(replacement) });
      }
      offset += (lines[at] ?? '').length + 1;
    }
    if (places.length === 1) return { how, found: places };
    if (places.length > 1) return { found: null, times: places.length };
  }
  return { found: null, times: 0 };
}

type Shift = (block: readonly string[], wanted: readonly string[]) => ((text: string) => string) | null;

const trailingSpaces: Shift = (block, wanted) =>
  block.every((line, index) => line.trimEnd() === wanted[index]?.trimEnd()) ? (text) => text : null;

const indentation: Shift = (block, wanted) => {
  if (!block.every((line, index) => line.trim() === wanted[index]?.trim())) return null;
  const index = wanted.findIndex((line) => line.trim() !== '');
  const here = indentOf(block[index] ?? '');
  const there = indentOf(wanted[index] ?? '');
  const moved = (line: string): string | null => {
    if (line.trim() === '') return line;
    if (here.startsWith(there)) return here.slice(there.length) + line;
    const extra = there.slice(here.length);
    return there.startsWith(here) && line.startsWith(extra) ? line.slice(extra.length) : null;
  };
  // All lines must be shifted alike: relative indentation matters in lists, code and YAML.
  const alike = wanted.every(
    (line, at) => line.trim() === '' || moved(line)?.trimEnd() === block[at]?.trimEnd(),
  );
  return alike
    ? (text) =>
        text
          .split('\n')
          .map((line) => moved(line) ?? line)
          .join('\n')
    : null;
};

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function occurrences(text: string, part: string): number[] {
  if (part === '') return [];
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** Returns the line that is most similar to the first line searched for, with its surroundings and line numbers. */
export function nearestLines(text: string, oldText: string): string {
  const lines = text.split('\n');
  const wanted = oldText.split('\n').find((line) => line.trim() !== '') ?? '';
  const words = new Set(wordsOf(wanted));
  if (words.size === 0) return '';
  let best = -1;
  let bestShare = 0.3;
  lines.forEach((line, at) => {
    const own = wordsOf(line);
    const common = own.filter((word) => words.has(word)).length;
    const share = (2 * common) / (own.length + words.size || 1);
    if (share > bestShare) {
      bestShare = share;
      best = at;
    }
  });
  if (best === -1) return '';
  const from = Math.max(0, best - 2);
  return lines
    .slice(from, best + 5)
    .map((line, index) => `${from + index + 1}\t${line.slice(0, 400)}`)
    .join('\n');
}

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
