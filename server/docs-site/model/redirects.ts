import { listOf, textIn } from './values.ts';

export type Redirect = Readonly<{
  source: string;
  destination: string;
  /** The source as written in the configuration. */
  stated: string;
}>;

export function readRedirects(value: unknown): Redirect[] {
  return listOf(value).flatMap((entry) => {
    const source = textIn(entry, 'source');
    const destination = textIn(entry, 'destination');
    return source !== undefined && destination !== undefined
      ? [{ source: withoutIndex(slashed(source)), destination: withoutIndex(destination), stated: source }]
      : [];
  });
}

/** Whether the source of a redirect is a single address, not a pattern. */
export function isExact({ source }: Redirect): boolean {
  return !/[:*(]/.test(source);
}

/**
 * Returns the destination of the first redirect that matches a path. `:name` matches one segment; `:name*` and a final
 * `*` match all remaining ones.
 * @returns undefined if none matches
 */
export function redirectFrom(redirects: readonly Redirect[], path: string): string | undefined {
  if (path.length > ADDRESS_MAX) return undefined;
  const parts = partsOf(path);
  const { exact, patterns } = indexOf(redirects);
  const same = exact.get(parts.join('/'));
  for (const one of patterns) {
    if (same && one.place > same.place) break;
    const values = matched(one.parts, parts);
    if (values === undefined) continue;
    return one.destination.replace(
      /:([A-Za-z_]\w*)\*?|\*/g,
      (whole, name: string | undefined) => values.get(name ?? '*') ?? whole,
    );
  }
  return same?.destination;
}

/** Maximum length of a target. A redirect that uses a part twice doubles the address at each step. */
const ADDRESS_MAX = 10_000;

type Indexed = Redirect & Readonly<{ place: number; parts: readonly string[] }>;
type Index = Readonly<{ exact: Map<string, Indexed>; patterns: Indexed[] }>;
const INDEXES = new WeakMap<readonly Redirect[], Index>();

function indexOf(redirects: readonly Redirect[]): Index {
  const known = INDEXES.get(redirects);
  if (known) return known;
  const index: Index = { exact: new Map(), patterns: [] };
  for (const [place, redirect] of redirects.entries()) {
    if (redirect.destination.length > ADDRESS_MAX) continue;
    const parts = partsOf(redirect.source);
    const one = { ...redirect, place, parts };
    if (!isExact(redirect)) index.patterns.push(one);
    else if (!index.exact.has(parts.join('/'))) index.exact.set(parts.join('/'), one);
  }
  INDEXES.set(redirects, index);
  return index;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** A longer chain of redirects counts as a loop. */
const IN_A_ROW_MAX = 50;

/**
 * Whether following a redirect and those after it leads back to one of them.
 * @param isPage whether there is a page at an address, where the chain ends
 */
export function leadsBack(
  redirects: readonly Redirect[],
  { source, destination }: Redirect,
  isPage: (address: string) => boolean,
): boolean {
  const seen = new Set([source]);
  for (let next: string | undefined = destination; next !== undefined; ) {
    const path = slashed(next.replace(/[?#].*$/s, ''));
    if (/^https?:/i.test(next) || isPage(path)) return false;
    if (seen.has(path) || seen.size > IN_A_ROW_MAX) return true;
    seen.add(path);
    next = redirectFrom(redirects, path);
  }
  return false;
}

function matched(source: readonly string[], parts: readonly string[]): Map<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [index, expected] of source.entries()) {
    const rest = /^:(\w+)\*$/.exec(expected)?.[1] ?? (expected === '*' ? '*' : undefined);
    if (rest !== undefined) {
      values.set(rest, parts.slice(index).join('/'));
      return values;
    }
    const part = parts[index];
    if (part === undefined) return undefined;
    const name = /^:(\w+)$/.exec(expected)?.[1];
    if (name !== undefined) values.set(name, part);
    else if (expected !== part) return undefined;
  }
  return parts.length === source.length ? values : undefined;
}

/** Shortens `/guides/index` to `/guides`, the address of the same page. */
function withoutIndex(path: string): string {
  return /^[a-z]+:/i.test(path) ? path : path.replace(/\/index(?=$|[?#])/, '').replace(/^(?=$|[?#])/, '/');
}

function slashed(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
