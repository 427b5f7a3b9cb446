/** A text with LF line ends, and the way back to the one that it came from. */
export type Unified = Readonly<{
  text: string;
  /** Puts a text in place of a part of the unified one and gives the whole in its old line ends. */
  splice: (edits: readonly Readonly<{ start: number; end: number; replacement: string }>[]) => string;
}>;

/** Takes CRLF out of a text so that a model need not know; lines that are not edited keep the end that they had. */
export function unifyLineEnds(original: string): Unified {
  const mark = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = original.slice(mark.length);
  const text = body.replaceAll('\r\n', '\n');
  const crlf = body.length - text.length;
  const lineFeeds = text.split('\n').length - 1;
  const end = crlf > lineFeeds / 2 ? '\r\n' : '\n';
  /** Unified offsets behind which one carriage return less has been counted. */
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
