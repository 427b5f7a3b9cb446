import { type CharacterCodes, codeAt } from './character-codes.ts';

/**
 * Interned lower-case names of elements and attributes. Slicing thousands of them out of a page would cost more than
 * the rest of the parsing.
 */
const SLOTS = 2048;
const known: (string | undefined)[] = new Array(SLOTS).fill(undefined);

/**
 * Returns the name from `start` to `end` of a text, converted to lower case as in HTML (ASCII letters only).
 * @param codes codes of the text
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

/** Whether the text in this range equals a name (given in lower case), ignoring case. */
export function isNameAt(name: string, codes: CharacterCodes, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    let code = codeAt(codes, at);
    if (code >= 65 && code <= 90) code |= 0x20;
    if (code !== name.charCodeAt(at - start)) return false;
  }
  return true;
}

/** The engine interns object keys, so comparing them with names in the code only compares addresses. */
function asKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name;
}
