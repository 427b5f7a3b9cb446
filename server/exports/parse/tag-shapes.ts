import { type CharacterCodes, codeAt, standAt } from './character-codes.ts';
import { isAscii } from './charset.ts';
import type { Tag } from './html.ts';
import { nameAt } from './names.ts';
import { copied, NEVER_PLAIN } from './plain-tags.ts';

/**
 * What start tags have in common that differ in the values of their attributes alone, but for the class:
 * `<a class="reference" href="…">`. A page has few shapes, and the same ones come again in all pages of a site.
 */
export type TagShape = Readonly<{
  /** Where it is kept, below TAG_SHAPES_MAX: for whoever remembers something about each of them. */
  slot: number;
  /** In lower case. */
  name: string;
  /** Of its attributes, in their order, each once. */
  names: readonly string[];
  /** The value of the class attribute, in ASCII and without character references. */
  classes: string | undefined;
  /** What stands before, between and behind the values that differ. */
  parts: readonly CharacterCodes[];
  /** In which part the class stands, and where in it its value begins. */
  classPart: number;
  classStart: number;
}>;

/** A tag of a shape. Holds for the call it is given to, no longer. */
export type ShapedTag = Readonly<{
  shape: TagShape;
  /** Of its `<`, and behind its `>`. */
  start: number;
  end: number;
  /** Where the value of each attribute begins and ends. There is no character reference in it. */
  values: Int32Array;
}>;

export const TAG_SHAPES_MAX = 1024;
const ATTRIBUTES_MAX = 12;
/** Of those that begin alike, so many are known. */
const ALIKE_MAX = 8;
/** Characters of a tag that are looked at to find shapes which begin alike. */
const BEGINNING_MAX = 200;
const BEGINNINGS = 512;

const alike: TagShape[][] = Array.from({ length: BEGINNINGS }, () => []);
let count = 0;
/** The shape that came last, by its slot, and which one came behind each: pages repeat themselves. */
let last = 0;
const following: (TagShape | undefined)[] = new Array(TAG_SHAPES_MAX).fill(undefined);
/** The tag that was found last. */
const tag = {
  shape: undefined as TagShape | undefined,
  start: 0,
  end: 0,
  values: new Int32Array(2 * ATTRIBUTES_MAX),
};

/**
 * The tag that begins at an offset; undefined when its shape is none, or not known to be one: attributes in double
 * quotes, one space before each, and no character references.
 * @param codes of the text
 * @param start of its `<`
 */
export function shapedTagAt(text: string, codes: CharacterCodes, start: number): ShapedTag | undefined {
  const expected = following[last];
  if (expected !== undefined && isOfShape(expected, codes, start)) return met(expected);
  const beginning = beginningAt(codes, start);
  if (beginning < 0) return undefined;
  const some = alike[beginning] as TagShape[];
  for (const shape of some) if (isOfShape(shape, codes, start)) return met(shape);
  const shape = learn(text, start);
  if (shape === undefined || !isOfShape(shape, codes, start)) return undefined;
  some.unshift(shape);
  if (some.length > ALIKE_MAX) some.pop();
  return met(shape);
}

/** The same as a tag like any other. */
export function tagOfShaped({ shape, start, end, values }: ShapedTag): Tag {
  const attributes = shape.names.map((name, index) => {
    const valueStart = values[2 * index] as number;
    const valueEnd = values[2 * index + 1] as number;
    return { name, start: valueStart - name.length - 2, end: valueEnd + 1, valueStart, valueEnd };
  });
  return { name: shape.name, start, end, selfClosing: false, attributes };
}

function met(shape: TagShape): ShapedTag {
  following[last] = shape;
  last = shape.slot;
  tag.shape = shape;
  return tag as ShapedTag;
}

/** Whether a tag is of a shape; then where its values stand is in `tag`. */
function isOfShape(
  { parts, classPart, classStart, classes }: TagShape,
  codes: CharacterCodes,
  start: number,
): boolean {
  const { values } = tag;
  let at = start;
  let next = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as CharacterCodes;
    const { length } = part;
    if (!standAt(part, codes, at)) return false;
    if (index === classPart && classes !== undefined) {
      values[next++] = at + classStart;
      values[next++] = at + classStart + classes.length;
    }
    at += length;
    if (index === parts.length - 1) break;
    values[next++] = at;
    let code = codeAt(codes, at);
    // Behind the last character is a zero.
    while (code !== DOUBLE_QUOTE && code !== AMPERSAND && code !== 0 && code !== undefined)
      code = codeAt(codes, ++at);
    if (code !== DOUBLE_QUOTE) return false;
    values[next++] = at;
  }
  tag.start = start;
  tag.end = at;
  return true;
}

/** Names how a tag begins: up to its first value, with that when it is the class; -1 when it has none. */
function beginningAt(codes: CharacterCodes, start: number): number {
  let hash = 0;
  let isClass = false;
  for (let at = start + 1; at < start + BEGINNING_MAX; at++) {
    const code = codeAt(codes, at);
    if (code === DOUBLE_QUOTE) {
      if (isClass || !standAt(CLASS, codes, at - CLASS.length)) {
        return (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (BEGINNINGS - 1);
      }
      isClass = true;
    }
    if ((code === GREATER && !isClass) || code === 0 || code === undefined) return -1;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  return -1;
}

const SHAPED = /<([a-z][a-z0-9-]*)((?: [a-z_:][a-z0-9_:.-]*="[^"&\0]*")+)>/y;
const ATTRIBUTE = / ([a-z_:][a-z0-9_:.-]*)="([^"]*)"/g;

/** The shape of a tag; undefined for one that has to be read the long way. */
function learn(text: string, start: number): TagShape | undefined {
  SHAPED.lastIndex = start;
  const [, name = '', said = ''] = SHAPED.exec(text) ?? [];
  if (name === '' || NEVER_PLAIN.has(name)) return undefined;
  const attributes = [...said.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => ({
    key: keyOf(key),
    value,
  }));
  const names = attributes.map(({ key }) => key);
  if (names.length > ATTRIBUTES_MAX || new Set(names).size < names.length) return undefined;
  const parts = [`<${name}`];
  let classes: string | undefined;
  let classPart = -1;
  let classStart = -1;
  for (const { key, value } of attributes) {
    const part = `${parts.pop()} ${key}="`;
    if (key !== 'class') parts.push(part, '"');
    else {
      if (!isAscii(value)) return undefined;
      classes = value;
      classPart = parts.length;
      classStart = part.length;
      parts.push(`${part}${value}"`);
    }
  }
  parts.push(`${parts.pop()}>`);
  return {
    ...{ slot: count++ % TAG_SHAPES_MAX, name: keyOf(name), names },
    ...{ classes: classes && copied(classes), classPart, classStart },
    parts: parts.map(bytesOf),
  };
}

/** The same string object as for other readers; a part of a page would keep the whole page in memory. */
function keyOf(name: string): string {
  return nameAt(name, bytesOf(name), 0, name.length);
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const GREATER = 62;
const CLASS = bytesOf(' class=');
