/** Separators between the name of a page and that of the site. */
const SEPARATOR = /\s+[|·•—–\-»«:/]\s+|\s*[|»«]\s*/g;

/** An addition must be on this share of the pages, and on three at least. */
const SHARE = 0.5;

/** Removes what a site adds to the title of each of its pages: ` — Python 3.11 documentation`. */
export function bareTitles(titles: readonly string[]): string[] {
  let bare = [...titles];
  for (let round = 0; round < 2; round++) {
    const endings = common(bare, (title) => title.slice(lastSeparator(title)));
    bare = bare.map((title) => without(title, endings, lastSeparator(title), 'end'));
    const beginnings = common(bare, (title) => title.slice(0, firstSeparator(title)));
    bare = bare.map((title) => without(title, beginnings, firstSeparator(title), 'start'));
  }
  return bare;
}

function without(title: string, additions: ReadonlySet<string>, cut: number, side: 'start' | 'end'): string {
  const addition = side === 'end' ? title.slice(cut) : title.slice(0, cut);
  if (!additions.has(addition)) return title;
  const rest = side === 'end' ? title.slice(0, cut) : title.slice(cut);
  return rest.trim() || title;
}

function common(titles: readonly string[], additionOf: (title: string) => string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const addition = additionOf(title);
    if (addition !== '') counts.set(addition, (counts.get(addition) ?? 0) + 1);
  }
  const needed = Math.max(3, titles.length * SHARE);
  return new Set([...counts].filter(([, count]) => count >= needed).map(([addition]) => addition));
}

/** Returns the start of the last separator, or the end of the title if there is none. */
function lastSeparator(title: string): number {
  return [...title.matchAll(SEPARATOR)].at(-1)?.index ?? title.length;
}

/** Returns the end of the first separator, or 0 if there is none. */
function firstSeparator(title: string): number {
  const [first] = title.matchAll(SEPARATOR);
  return first ? first.index + first[0].length : 0;
}
