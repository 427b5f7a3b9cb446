/**
 * The characters of a text as numbers in a row, with a zero behind the last: reading a character of a string costs four
 * times as much (docs/decisions/0016).
 */
export type CharacterCodes = Uint8Array | Uint16Array;

export const NO_CODES: CharacterCodes = new Uint8Array(1);

/** In bytes where the text is ASCII. They may be those that another reader of the same text got: not to be changed. */
export function codesOf(text: string): CharacterCodes {
  if (text !== last.text) {
    const codes = madeOf(text);
    if (text.length > KEPT_MAX) return codes;
    last = { text, codes };
  }
  return last.codes;
}

/** A page is read for several purposes, one after the other. */
let last: Readonly<{ text: string; codes: CharacterCodes }> = { text: '', codes: NO_CODES };
const KEPT_MAX = 2 ** 20;

function madeOf(text: string): CharacterCodes {
  const { length } = text;
  // As many bytes as characters: all of them are ASCII.
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
