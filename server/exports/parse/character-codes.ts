/**
 * Character codes of a text, followed by a zero. Reading a character from a string takes four times as long
 * (docs/decisions/0016).
 */
export type CharacterCodes = Uint8Array | Uint16Array;

export const NO_CODES: CharacterCodes = new Uint8Array(1);

/**
 * Returns the character codes of a text, as bytes if it is ASCII. The array is shared with other readers of the same
 * text, so do not modify it.
 */
export function codesOf(text: string): CharacterCodes {
  if (text !== last.text) {
    const codes = madeOf(text);
    if (text.length > KEPT_MAX) return codes;
    last = { text, codes };
  }
  return last.codes;
}

/** Cached because a page is read several times in a row for different purposes. */
let last: Readonly<{ text: string; codes: CharacterCodes }> = { text: '', codes: NO_CODES };
const KEPT_MAX = 2 ** 20;

function madeOf(text: string): CharacterCodes {
  const { length } = text;
  // If there are as many bytes as characters, all of them are ASCII.
  const isAscii = Buffer.byteLength(text) === length;
  const codes = isAscii ? new Uint8Array(length + 1) : new Uint16Array(length + 1);
  const bytes = Buffer.from(codes.buffer);
  bytes.write(text, isAscii ? 'latin1' : 'utf16le');
  return codes;
}

/** @param at from 0 to the length of the text */
export function codeAt(codes: CharacterCodes, at: number): number {
  return codes[at] as number;
}
