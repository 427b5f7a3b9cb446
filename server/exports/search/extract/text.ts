import { isAscii } from '../../parse/charset.ts';

/** Characters without width that only join or break lines. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A line break between two characters of a script without spaces has no meaning. */
const BREAK_IN_WORD =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef])[^\S\u3000]*\n\s*(?=[\p{sc=Han}\p{sc=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef])/gu;

/** White space other than a single space. */
const WIDE_SPACE = /[^\S ]\s*| \s+/g;

/** Returns text as displayed: white space collapsed, invisible characters removed. */
export function seenText(raw: string): string {
  const text = isAscii(raw) ? raw : raw.replace(INVISIBLE, '').replace(BREAK_IN_WORD, '');
  return text.replace(WIDE_SPACE, ' ').trim();
}
