import { type CharacterCodes, codeAt } from './parse/character-codes.ts';
import { livePath, normalPath, type Site } from './site.ts';

/** What a plain path comes to. */
export type KnownReference<Value> = Readonly<{
  value: Value;
  /** Of the path in characters: the fragment, if there is one, begins behind them. */
  length: number;
  hash: number;
  /** Where its characters are kept. */
  start: number;
}>;

/**
 * Most references of most sites are plain paths, and pages of one folder refer to the same places again and again. What
 * such a reference comes to is found by its characters where they stand in the page, without a string of its own and
 * without a URL parser (docs/decisions/0039).
 */
export class KnownReferences<Value> {
  readonly #known: (KnownReference<Value> | undefined)[] = new Array(SLOTS).fill(undefined);
  /** The characters of what is known, all of them ASCII, one path behind the other. */
  readonly #codes = new Uint8Array(CODES_MAX);
  #end = 0;
  #place = '';

  /** What is known holds for the pages of one place: of another one, nothing is known. */
  within(place: string): this {
    if (place !== this.#place) this.#forget();
    this.#place = place;
    return this;
  }

  /**
   * The reference that stands from `start` to `end`; undefined when it is not plain.
   * @param find what a path without its fragment comes to, called when that is not known; undefined to not know it
   */
  at(
    codes: CharacterCodes,
    start: number,
    end: number,
    find: (path: string) => Value | undefined,
  ): KnownReference<Value> | undefined {
    let hash = 0;
    let at = start;
    for (; at < end; at++) {
      const code = codeAt(codes, at);
      if (code === NUMBER_SIGN) break;
      if (OF_PATH[code] !== 1) return undefined;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (at === start || !isPlainFragment(codes, at + 1, end)) return undefined;
    const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
    const first = this.#known[slot];
    if (first !== undefined && first.hash === hash && this.#isAt(first, codes, start, at)) return first;
    const second = this.#known[slot ^ 1];
    if (second !== undefined && second.hash === hash && this.#isAt(second, codes, start, at)) return second;
    const path = Buffer.from(codes.subarray(start, at)).toString('latin1');
    const value = find(path);
    if (value === undefined || path.length > CODES_MAX) return undefined;
    if (this.#end + path.length > CODES_MAX) this.#forget();
    const known = { value, length: path.length, hash, start: this.#end };
    this.#codes.set(codes.subarray(start, at), this.#end);
    this.#end += path.length;
    this.#known[first === undefined || second !== undefined ? slot : slot ^ 1] = known;
    return known;
  }

  #isAt({ start, length }: KnownReference<Value>, codes: CharacterCodes, from: number, to: number): boolean {
    if (length !== to - from) return false;
    for (let index = 0; index < length; index++)
      if (this.#codes[start + index] !== codeAt(codes, from + index)) return false;
    return true;
  }

  #forget(): void {
    this.#known.fill(undefined);
    this.#end = 0;
  }
}

/** Two of them are looked at for each reference. */
const SLOTS = 2 ** 14;
const CODES_MAX = 2 ** 20;

/** Whether a fragment needs no encoding and cannot be the path of a page, as routers in a browser have them. */
function isPlainFragment(codes: CharacterCodes, start: number, end: number): boolean {
  if (start === end) return false; // a `#` with nothing behind it is left out of URLs
  if (start < end && MAY_BEGIN_ROUTE[codeAt(codes, start)] === 1) return false;
  for (let at = start; at < end; at++) if (OF_FRAGMENT[codeAt(codes, at)] !== 1) return false;
  return true;
}

const NUMBER_SIGN = 35;
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** What stands for itself in the path of a URL and begins no scheme and no query. */
const OF_PATH = among(`${LETTERS_AND_DIGITS}-_.~/`);
const OF_FRAGMENT = among(`${LETTERS_AND_DIGITS}-_.~/!$&()*+,;=:@?%`);
const MAY_BEGIN_ROUTE = among('/!');

function among(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}

/**
 * The folder of a page, as a site path, where what is relative to it comes to the same for all of its pages; undefined
 * when that may depend on more.
 * @param base of the references in the page: a URL
 */
export function plainFolder({ hosts, hashRoutes, queriesSelect }: Site, base: string): string | undefined {
  if (hashRoutes !== undefined) return undefined; // a document and its fragment may name a page together
  const url = URL.parse('.', base);
  if (!url || !hosts.has(url.host) || url.pathname.includes(';')) return undefined;
  return queriesSelect ? livePath(url.pathname) : normalPath(url.pathname);
}

/**
 * The place that a plain path names in pages of a folder (WHATWG URL 4.4, path state); undefined when it may be on
 * another host.
 */
export function pathFrom(folder: string, path: string): string | undefined {
  if (path.startsWith('//')) return undefined;
  if (!DOTS.test(path)) return path.startsWith('/') ? path : folder + path;
  const segments = path.startsWith('/') || folder === '/' ? [] : folder.slice(1, -1).split('/');
  const said = (path.startsWith('/') ? path.slice(1) : path).split('/');
  for (const [index, segment] of said.entries()) {
    const isLast = index === said.length - 1;
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
    if (isLast && (segment === '..' || segment === '.')) segments.push('');
  }
  return `/${segments.join('/')}`;
}

/** A segment that stands for the folder itself or the one above. */
const DOTS = /(?:^|\/)\.\.?(?:\/|$)/;
