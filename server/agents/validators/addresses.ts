import { decodeHTML } from 'entities';
import { linesOf } from './lines.ts';

/** An address that a page links to or loads, as written. */
export type Address = Readonly<{ target: string; line: number }>;

/** Schemes that only open a page, an email or a call. Others run code, open programs or contain data themselves. */
const HARMLESS_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** Returns the scheme of an address as a browser reads it, in lower case; null if there is none. */
export function schemeOf(written: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare(written))?.[1]?.toLowerCase() ?? null;
}

/** Whether an address has no scheme, or one of the harmless ones. */
export function isHarmless(written: string): boolean {
  const scheme = schemeOf(written);
  return scheme === null || HARMLESS_SCHEMES.has(scheme);
}

/** Returns the absolute URL; null for a path within the site. */
export function urlOf(written: string): URL | null {
  const address = bare(written);
  return URL.parse(address.startsWith('//') ? `https:${address}` : address);
}

/**
 * Returns the host of a web address. If the address is not valid, such as one with placeholders (`{name}.test`),
 * returns the host as written.
 */
export function hostOf(written: string): string | null {
  const url = urlOf(written);
  if (url !== null) return /^https?:$/.test(url.protocol) ? url.hostname.toLowerCase() : null;
  return /^(?:https?:)?\/\/([^/?#]+)/i.exec(bare(written))?.[1]?.toLowerCase() ?? null;
}

/**
 * Normalizes an address as a browser does: decodes entities, removes white space and control characters as in schemes
 * (WHATWG URL, 4.4), and reads leading backslashes as slashes.
 */
function bare(written: string): string {
  return decodeHTML(written)
    .replace(LEFT_OUT, '')
    .replace(/^[\\/]+/, (slashes) => '/'.repeat(slashes.length));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const LEFT_OUT = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g;

/**
 * Finds addresses in a text of any markup language: web addresses, those that run code or contain data, and hosts
 * without a scheme (`//host`). A single name after `//` counts only where an address can begin; elsewhere it is a
 * comment in some language.
 */
export function addressesIn(text: string): Address[] {
  return linesOf(text).flatMap(({ text: written, line }) =>
    [...decodeHTML(written).matchAll(ADDRESS)].map(([target]) => ({ target, line })),
  );
}

const ADDRESS =
  /(?<![\w])(?:https?|data|(?:java|vb|live)script|blob|filesystem|view-source|file(?=:\/)):(?:\/\/\[[\da-f:.]+\])?(?:\{[\w-]{0,50}\}|[^\s"'<>)\][{}|])+|(?:(?<![\w:/\\.)*-])[\\/]{2}(?=[\w-]+\.\w|localhost\b|\[)|(?:(?<=[<("'=[|]|::?\s{0,9})|(?<=^))\/\/(?=[\w-]+\/))[^\s"'<>)|]+/gi;

/** Finds the addresses in a single value, which is either one address or a text. */
export function addressesOf(value: string, line: number): Address[] {
  const found = addressesIn(value).map(({ target }) => ({ target, line }));
  return found.length === 0 && (/^\s*[\\/]\s*[\\/]/.test(value) || startsActive(value))
    ? [{ target: value, line }]
    : found;
}

/** Whether a value begins with a scheme that runs code or contains data, however it is disguised. */
export function startsActive(value: string): boolean {
  return ACTIVE_SCHEMES.test(schemeOf(value.slice(0, 4000)) ?? '');
}

const ACTIVE_SCHEMES = /^((java|vb|live)script|data|blob|filesystem|view-source|file)$/;
