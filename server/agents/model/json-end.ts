/**
 * Follows a JSON text that comes in pieces and says when its first value, an object or a string, has come to its end.
 * Each character is looked at once.
 */
export type JsonEnd = Readonly<{
  add: (piece: string) => void;
  /** `open`: more has to come; `whole`: an object or a string and nothing behind it; `broken`: more cannot help. */
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
