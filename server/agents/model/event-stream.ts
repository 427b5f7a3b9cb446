import { StringDecoder } from 'node:string_decoder';

/**
 * Splits a `text/event-stream` body into the payloads of its `data:` lines, wherever the chunks are split. Handles CR,
 * LF and CRLF line ends, comments, and fields other than data. Model servers put one JSON text on each line, so every
 * data line is a payload of its own; the lines of a multi-line event are not joined.
 * Source: WHATWG HTML §9.2.6, without dispatching.
 */
export function dataLines(onData: (payload: string) => void): {
  write: (chunk: Uint8Array) => void;
  end: () => void;
} {
  const decoder = new StringDecoder('utf8');
  /** Pieces of the unfinished line. There may be thousands of them, so they are joined only once. */
  let rest: string[] = [];
  let afterReturn = false;
  let first = true;

  const line = (text: string): void => {
    if (text.startsWith('data:')) onData(text.slice(5).trim());
  };

  const take = (text: string): void => {
    let added = text;
    if (first && added !== '') {
      first = false;
      if (added.startsWith('\uFEFF')) added = added.slice(1);
    }
    // A line feed after a carriage return at the end of the previous chunk belongs to the same line end.
    if (afterReturn && added.startsWith('\n')) added = added.slice(1);
    if (text !== '') afterReturn = text.endsWith('\r');
    const lines = added.split(/\r\n|\r|\n/);
    const open = lines.pop() ?? '';
    for (const ended of lines) {
      line(rest.join('') + ended);
      rest = [];
    }
    if (open !== '') rest.push(open);
  };

  return {
    write: (chunk) => take(decoder.write(chunk as Buffer)),
    end: () => {
      take(decoder.end());
      if (rest.length > 0) line(rest.join(''));
      rest = [];
    },
  };
}
