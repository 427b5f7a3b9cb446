/**
 * Detects where the first value of a JSON text ends, if it is an object, array or string. The text arrives in pieces,
 * and each character is read once.
 */
export type JsonEnd = Readonly<{
  add: (piece: string) => void;
  /** `open`: incomplete; `whole`: one complete value with nothing after it; `broken`: invalid, whatever follows. */
  state: () => 'open' | 'whole' | 'broken';
}>;

export function jsonEnd(): JsonEnd {
  let state: 'open' | 'whole' | 'broken' = 'open';
  let depth = 0;
  let inText = false;
  let afterBackslash = false;

  const take = (character: string): void => {
    if (inText) {
      if (afterBackslash) afterBackslash = false;
      else if (character === '\\') afterBackslash = true;
      else if (character === '"') {
        inText = false;
        if (depth === 0) state = 'whole';
      }
      return;
    }
    if (character.trim() === '') return;
    if (state === 'whole') state = 'broken';
    else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth++;
    else if (depth === 0) state = 'broken';
    else if ((character === '}' || character === ']') && --depth === 0) state = 'whole';
  };

  return {
    add: (piece) => {
      for (let at = 0; at < piece.length && state !== 'broken'; at++) take(piece.charAt(at));
    },
    state: () => state,
  };
}
