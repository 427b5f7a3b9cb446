import { type CharacterCodes, codeAt, codesOf, standAt } from './character-codes.ts';
import type { Tag } from './html.ts';
import { nameAt } from './names.ts';

/**
 * A start tag that says nothing but, perhaps, a class: `<span class="k">`. Most tags of a page are such, and the same
 * few come again and again in all pages of a site.
 */
export type PlainTag = Readonly<{
  /** From `<` to `>`. */
  text: string;
  /** Where it is kept, below PLAIN_TAGS_MAX: for whoever remembers something about each of them. */
  slot: number;
  /** Its characters. */
  codes: CharacterCodes;
  /** In lower case. */
  name: string;
  /** The value of the class attribute, in ASCII and without character references. */
  classes: string | undefined;
}>;

/** Elements whose start tags do more than their attributes say: what they hold is text, or they have other names. */
export const NEVER_PLAIN = new Set(
  'form iframe image noembed noframes plaintext script style textarea title xmp'.split(' '),
);

export const PLAIN_TAGS_MAX = 2048;
/** Longer ones are rare, and would be read in vain. */
const LENGTH_MAX = 120;
const CLASS = ' class="';
const known: (PlainTag | undefined)[] = new Array(PLAIN_TAGS_MAX).fill(undefined);

/**
 * The plain tag that begins at an offset, undefined when the tag there is no such or not known to be: it is found by
 * its characters, in one pass over them, instead of being taken apart and cut out again.
 * @param codes of the text
 * @param start of its `<`
 */
export function plainTagAt(text: string, codes: CharacterCodes, start: number): PlainTag | undefined {
  const expected = following[last];
  if (expected !== undefined && standAt(expected.codes, codes, start)) {
    last = expected.slot;
    return expected;
  }
  const found = lookUp(text, codes, start);
  if (found === undefined) return undefined;
  following[last] = found;
  last = found.slot;
  return found;
}

/** The tag that came last, by its slot, and which one came behind each: pages repeat themselves. */
let last = 0;
const following: (PlainTag | undefined)[] = new Array(PLAIN_TAGS_MAX).fill(undefined);

function lookUp(text: string, codes: CharacterCodes, start: number): PlainTag | undefined {
  let at = start + 1;
  let code = codeAt(codes, at);
  let hash = 0;
  while (isNameCharacter(code)) {
    hash = (Math.imul(hash, 31) + code) | 0;
    code = codeAt(codes, ++at);
  }
  const nameEnd = at;
  if (code === SPACE) {
    for (let index = 0; index < CLASS.length; index++, at++)
      if (codeAt(codes, at) !== CLASS.charCodeAt(index)) return undefined;
    code = codeAt(codes, at);
    while (code !== DOUBLE_QUOTE) {
      // A character that may need decoding, or the end of the text.
      if (!(code < 0x80) || code === AMPERSAND || at - start > LENGTH_MAX) return undefined;
      hash = (Math.imul(hash, 31) + code) | 0;
      code = codeAt(codes, ++at);
    }
    code = codeAt(codes, ++at);
  }
  if (code !== GREATER) return undefined;
  const slot = (hash ^ (hash >>> 11) ^ (hash >>> 22)) & (PLAIN_TAGS_MAX - 1);
  const found = known[slot];
  if (found !== undefined && standAt(found.codes, codes, start)) return found;
  const name = text.slice(start + 1, nameEnd);
  if (NEVER_PLAIN.has(name)) return undefined;
  return remember(slot, text.slice(start, at + 1), name);
}

/** The same as a tag like any other. @param start of its `<` */
export function tagOf({ text, name, classes }: PlainTag, start: number): Tag {
  const end = start + text.length;
  const tag = { name, start, end, selfClosing: false };
  if (classes === undefined) return { ...tag, attributes: [] };
  const valueEnd = end - 2;
  const valueStart = valueEnd - classes.length;
  const attribute = { name: 'class', start: start + name.length + 2, end: end - 1, valueStart, valueEnd };
  return { ...tag, attributes: [attribute] };
}

function remember(slot: number, text: string, name: string): PlainTag {
  const classes =
    text.length === name.length + 2 ? undefined : text.slice(name.length + 1 + CLASS.length, -2);
  const codes = codesOf(text).subarray(0, -1);
  const tag = {
    ...{ slot, text: copied(text), codes },
    ...{ name: nameAt(name, codesOf(name), 0, name.length), classes: classes && copied(classes) },
  };
  known[slot] = tag;
  return tag;
}

/** Parts of a page would keep the whole page in memory. @param text of bytes */
export function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const GREATER = 62;

/** Small letters, digits and dashes: other names are read the long way. */
function isNameCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45;
}
