/**
 * The characters of a text as numbers in a row, with a zero behind the last: reading a character of a string costs four
 * times as much (docs/decisions/0016).
 */
export type CharacterCodes = Uint8Array | Uint16Array;

export const NO_CODES: CharacterCodes = new Uint8Array(1);

export function codesOf(text: string): CharacterCodes {
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
