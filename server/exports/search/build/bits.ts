/** Bits as text: 13 bits in two of 91 ASCII characters, none of which needs escaping in a JavaScript string. */
const WORD_BITS = 13;
const ALPHABET = 91;
const FIRST_CHARACTER = 35;

export type BitWriter = Readonly<{
  /** Writes the lowest `count` bits of a number, highest first. */
  bits: (value: number, count: number) => void;
  /** Writes a number as that many ones and a zero. */
  unary: (value: number) => void;
  /** Writes a number from 1 upwards; small ones are short (Elias gamma). */
  gamma: (value: number) => void;
  text: () => string;
}>;

export function bitWriter(): BitWriter {
  const written: string[] = [];
  let pending = 0;
  let pendingBits = 0;

  const bit = (value: number): void => {
    pending = (pending << 1) | value;
    if (++pendingBits < WORD_BITS) return;
    written.push(character(Math.floor(pending / ALPHABET)) + character(pending % ALPHABET));
    pending = 0;
    pendingBits = 0;
  };
  const bits = (value: number, count: number): void => {
    for (let shift = count - 1; shift >= 0; shift--) bit((value >>> shift) & 1);
  };
  const unary = (value: number): void => {
    for (let index = 0; index < value; index++) bit(1);
    bit(0);
  };
  return {
    bits,
    unary,
    gamma(value) {
      const length = 31 - Math.clz32(value);
      unary(length);
      bits(value, length);
    },
    text() {
      while (pendingBits > 0) bit(0);
      return written.join('');
    },
  };
}

/** Returns a character from `#` to `~`, except for the backslash. */
function character(value: number): string {
  const code = FIRST_CHARACTER + value;
  return String.fromCharCode(code < 92 ? code : code + 1);
}
