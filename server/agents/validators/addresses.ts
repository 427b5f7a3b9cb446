import { decodeHTML } from 'entities';
import { linesOf } from './lines.ts';

/** An address that a page links to or loads, as written. */
export type Address = Readonly<{ target: string; line: number }>;

/** Schemes that only open a page, a mail or a call; others run code, open programs or carry content themselves. */
const HARMLESS_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** The scheme of an address as a browser reads it, in small letters; null where it has none. */
export function schemeOf(written: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare(written))?.[1]?.toLowerCase() ?? null;
}

/** Whether an address has no scheme, or one of the harmless ones. */
export function isHarmless(written: string): boolean {
  const scheme = schemeOf(written);
  return scheme === null || HARMLESS_SCHEMES.has(scheme);
}

/** The absolute URL; null for a path within the site. */
export function urlOf(written: string): URL | null {
  const address = bare(written);
  return URL.parse(address.startsWith('//') ? `https:${address}` : address);
}

/** The host of a web address; as written where it is not a valid one, for example with parts to fill in (`{name}.test`). */
export function hostOf(written: string): string | null {
  const url = urlOf(written);
  if (url !== null) return /^https?:$/.test(url.protocol) ? url.hostname.toLowerCase() : null;
  return /^(?:https?:)?\/\/([^/?#]+)/i.exec(bare(written))?.[1]?.toLowerCase() ?? null;
}

/**
 * An address as a browser reads it: entities decoded; white space and control characters removed, as in schemes (WHATWG
 * URL, 4.4); leading backslashes read as slashes.
 */
function bare(written: string): string {
  return decodeHTML(written)
    .replace(LEFT_OUT, '')
    .replace(/^[\\/]+/, (slashes) => '/'.repeat(slashes.length));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const LEFT_OUT = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g;

/**
 * Addresses in a text of any markup: those of the web, those that run or carry something, and hosts without a scheme
 * (`//host`). A single name after `//` counts only where an address begins: elsewhere it is a comment of some language.
 */
export function addressesIn(text: string): Address[] {
  return linesOf(text).flatMap(({ text: written, line }) =>
    [...decodeHTML(written).matchAll(ADDRESS)].map(([target]) => ({ target, line })),
  );
}

const ADDRESS =
  /(?<![\w])(?:https?|data|(?:java|vb|live)script|blob|filesystem|view-source|file(?=:\/)):(?:\/\/\[[\da-f:.]+\])?(?:\{[\w-]{0,50}\}|[^\s"'<>)\][{}|])+|(?:(?<![\w:/\\.)*-])[\\/]{2}(?=[\w-]+\.\w|localhost\b|\[)|(?:(?<=[<("'=[|]|::?\s{0,9})|(?<=^))\/\/(?=[\w-]+\/))[^\s"'<>)|]+/gi;

/** Addresses of one value that is nothing else but an address or a text. */
export function addressesOf(value: string, line: number): Address[] {
  const found = addressesIn(value).map(({ target }) => ({ target, line }));
  return found.length === 0 && (/^\s*[\\/]\s*[\\/]/.test(value) || startsActive(value))
    ? [{ target: value, line }]
    : found;
}

/** Whether a value begins with a scheme that runs or carries something, however it is hidden. */
export function startsActive(value: string): boolean {
  return ACTIVE_SCHEMES.test(schemeOf(value.slice(0, 4000)) ?? '');
}

const ACTIVE_SCHEMES = /^((java|vb|live)script|data|blob|filesystem|view-source|file)$/;
