/** Text with LF line ends, and a way to edit the original text. */
export type Unified = Readonly<{
  text: string;
  /** Applies edits to the unified text and returns the whole text with its original line ends. */
  splice: (edits: readonly Readonly<{ start: number; end: number; replacement: string }>[]) => string;
}>;

/** Converts CRLF to LF, so that models do not have to deal with it. Lines that are not edited keep their line ends. */
export function unifyLineEnds(original: string): Unified {
  const mark = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = original.slice(mark.length);
  const text = body.replaceAll('\r\n', '\n');
  const crlf = body.length - text.length;
  const lineFeeds = text.split('\n').length - 1;
  const end = crlf > lineFeeds / 2 ? '\r\n' : '\n';
  /** Offsets in the unified text of the line feeds that lost their carriage return. */
  const removed: number[] = [];
  if (crlf > 0) {
    for (let at = body.indexOf('\r\n'); at !== -1; at = body.indexOf('\r\n', at + 2))
      removed.push(at - removed.length);
  }
  const originalOffset = (offset: number): number => {
    let low = 0;
    let high = removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((removed[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
  return {
    text,
    splice: (edits) => {
      let result = '';
      let from = 0;
      for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
        const start = originalOffset(edit.start);
        result += body.slice(from, start) + edit.replacement.replaceAll('\r\n', '\n').replaceAll('\n', end);
        from = originalOffset(edit.end);
      }
      return mark + result + body.slice(from);
    },
  };
}
