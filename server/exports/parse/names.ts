import { type CharacterCodes, codeAt } from './character-codes.ts';

/**
 * Names of elements and attributes in lower case, each the same string object every time: cut out anew, thousands of
 * them in a page, they cost more than the rest of the reading.
 */
const SLOTS = 2048;
const known: (string | undefined)[] = new Array(SLOTS).fill(undefined);

/**
 * The name that stands from `start` to `end` of a text, in lower case as HTML has it (ASCII letters alone).
 * @param codes of the text
 */
export function nameAt(text: string, codes: CharacterCodes, start: number, end: number): string {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (codeAt(codes, at) | 0x20)) | 0;
  const slot = (hash ^ (hash >>> 11)) & (SLOTS - 1);
  const found = known[slot];
  if (found !== undefined && isNameAt(found, codes, start, end)) return found;
  const name = asKey(text.slice(start, end).toLowerCase());
  known[slot] = name;
  return name;
}

/** Whether it is this name, given in lower case, that stands there. */
export function isNameAt(name: string, codes: CharacterCodes, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    let code = codeAt(codes, at);
    if (code >= 65 && code <= 90) code |= 0x20;
    if (code !== name.charCodeAt(at - start)) return false;
  }
  return true;
}

/** The engine keeps keys of objects once each: comparing them with names in the code compares addresses. */
function asKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name;
}
