import { type Segmenter, splitWords, WORD_MAX } from '../words/split.ts';

/** Receives words in order. */
export type WordVisitor = Readonly<{
  /** A word in ASCII, as a range of character codes. */
  within: (codes: Uint8Array, start: number, end: number) => void;
  other: (word: string) => void;
}>;

/**
 * Visits the words of a text in order, as split by `splitWords`. ASCII text, which is nearly all of what is indexed, is
 * read without regular expressions or substrings.
 */
export function visitWords(text: string, segment: Segmenter, visitor: WordVisitor): void {
  const { length } = text;
  // The text is ASCII if it has as many bytes as characters.
  if (length >= ROW_MAX || Buffer.byteLength(text) !== length) {
    for (const word of splitWords(text, segment)) visitor.other(word.text);
    return;
  }
  row.write(text, 'latin1');
  row[length] = 0;
  visitAscii(codes, length, visitor);
}

/** Size of the shared buffer for the characters of a text: a buffer for each text took a tenth of the reading time. */
const ROW_MAX = 2 ** 16;
const codes = new Uint8Array(ROW_MAX);
const row = Buffer.from(codes.buffer);

function visitAscii(codes: Uint8Array, length: number, visitor: WordVisitor): void {
  let at = 0;
  while (at < length) {
    if (kindAt(codes, at) === 0) {
      at++;
      continue;
    }
    const start = at;
    let end = kindAt(codes, at) === DIGIT ? endOfNumber(codes, at) : at;
    if (end === at) {
      do end++;
      while (kindAt(codes, end) !== 0);
      end = endOfSign(codes, end);
    }
    visitor.within(codes, start, Math.min(end, start + WORD_MAX));
    at = end;
  }
}

const LETTER = 1;
const DIGIT = 2;
/** Kind of each character; 0 if it is not part of a word. */
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) KINDS[code] = DIGIT;
  else if (/[A-Za-z_]/.test(character)) KINDS[code] = LETTER;
}

/** @param at up to the zero after the last character */
function kindAt(codes: Uint8Array, at: number): number {
  return KINDS[codes[at] as number] as number;
}

/** Returns the end of a number with dots (`3.11`), or `at` if there is none. */
function endOfNumber(codes: Uint8Array, at: number): number {
  let end = at;
  let groups = 0;
  for (let next = at; kindAt(codes, next) === DIGIT; ) {
    do next++;
    while (kindAt(codes, next) === DIGIT);
    end = next;
    groups++;
    if (codes[next] !== DOT) break;
    next++;
  }
  return groups > 1 ? end : at;
}

/** Returns the position after `++`, or after `#` unless another word follows directly. */
function endOfSign(codes: Uint8Array, end: number): number {
  if (codes[end] === PLUS && codes[end + 1] === PLUS) return end + 2;
  if (codes[end] !== NUMBER_SIGN) return end;
  const next = codes[end + 1] as number;
  return next === UNDERSCORE || KINDS[next] === 0 ? end + 1 : end;
}

const NUMBER_SIGN = 35;
const PLUS = 43;
const DOT = 46;
const UNDERSCORE = 95;
