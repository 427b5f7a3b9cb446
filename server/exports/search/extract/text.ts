import { isAscii } from '../../parse/charset.ts';

/** Characters that take no room and join or break lines only. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A line break between two characters of a script without spaces stands for nothing. */
const BREAK_IN_WORD =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef])[^\S\u3000]*\n\s*(?=[\p{sc=Han}\p{sc=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef])/gu;

/** White space that is not a single blank already. */
const WIDE_SPACE = /[^\S ]\s*| \s+/g;

/** Text as it is seen: white space collapsed, what is invisible gone. */
export function seenText(raw: string): string {
  const text = isAscii(raw) ? raw : raw.replace(INVISIBLE, '').replace(BREAK_IN_WORD, '');
  return text.replace(WIDE_SPACE, ' ').trim();
}
