import { isAscii } from '../../parse/charset.ts';
import { type Segmenter, splitWords, WORD_MAX } from '../words/split.ts';

/**
 * The words of a text as `splitWords` takes it apart, in order. Text in ASCII, nearly all of what is indexed, is read
 * without regular expressions.
 */
export function wordsOf(text: string, segment: Segmenter): string[] {
  if (!isAscii(text)) return splitWords(text, segment).map((word) => word.text);
  const words: string[] = [];
  const { length } = text;
  let at = 0;
  while (at < length) {
    if (KINDS[text.charCodeAt(at)] === 0) {
      at++;
      continue;
    }
    const start = at;
    let end = endOfNumber(text, at);
    if (end === at) {
      do end++;
      while (end < length && KINDS[text.charCodeAt(end)] !== 0);
      end = endOfSign(text, end);
    }
    words.push(text.slice(start, Math.min(end, start + WORD_MAX)));
    at = end;
  }
  return words;
}

const LETTER = 1;
const DIGIT = 2;
/** Of each character: 0 is none of a word. */
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) KINDS[code] = DIGIT;
  else if (/[A-Za-z_]/.test(character)) KINDS[code] = LETTER;
}

/** Where a number with dots ends (`3.11`); `at` when there is none. */
function endOfNumber(text: string, at: number): number {
  let end = at;
  let groups = 0;
  for (let next = at; KINDS[text.charCodeAt(next)] === DIGIT; ) {
    do next++;
    while (KINDS[text.charCodeAt(next)] === DIGIT);
    end = next;
    groups++;
    if (text.charCodeAt(next) !== DOT) break;
    next++;
  }
  return groups > 1 ? end : at;
}

/** Behind `++`, or behind `#` unless another word follows at once. */
function endOfSign(text: string, at: number): number {
  if (text.charCodeAt(at) === PLUS && text.charCodeAt(at + 1) === PLUS) return at + 2;
  if (text.charCodeAt(at) !== NUMBER_SIGN) return at;
  const next = text.charCodeAt(at + 1);
  return next === UNDERSCORE || !KINDS[next] ? at + 1 : at;
}

const NUMBER_SIGN = 35;
const PLUS = 43;
const DOT = 46;
const UNDERSCORE = 95;
