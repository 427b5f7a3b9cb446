import sniffEncoding from 'html-encoding-sniffer';
import { codesOf } from './character-codes.ts';

/**
 * The text of a page as a *byte string*: one character per byte (ISO 8859-1). All offsets are byte offsets, unchanged
 * bytes are preserved, and the page's own charset declaration remains valid. Works for all encodings in which the bytes
 * of `<>&"'` always represent these characters; others are converted to UTF-8 first.
 */
export type ByteText = Readonly<{
  text: string;
  /** WHATWG name of the encoding that `text` is in. */
  encoding: string;
  /** The text was converted to UTF-8, so the page's own charset declaration is no longer valid. */
  transcoded: boolean;
}>;

/** @param transportCharset the charset parameter of the Content-Type header, if any */
export function readByteText(bytes: Uint8Array, transportCharset: string | undefined): ByteText {
  const encoding = encodingOf(bytes, transportCharset);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^(UTF-16|ISO-2022)/.test(encoding)) {
    return { text: buffer.toString('latin1'), encoding, transcoded: false };
  }
  const utf8 = Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8');
  return { text: utf8.toString('latin1'), encoding: 'UTF-8', transcoded: true };
}

/** Decodes part of a byte string. */
export function decodePart(part: string, encoding: string): string {
  if (isAscii(part)) return part;
  const bytes = Buffer.from(part, 'latin1');
  return encoding === 'UTF-8' ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);
}

/**
 * Masks the trail bytes of double-byte characters in part of a byte string, to protect them from parsers: in Shift_JIS,
 * GBK and Big5 they may be `\` or `{` (WHATWG Encoding 10, 11, 12). Preserves the length; undone by unmaskTrailBytes.
 */
export function maskTrailBytes(part: string, encoding: string): string {
  const pairs = DOUBLE_BYTE.get(encoding);
  if (!pairs || isAscii(part)) return part;
  return part.replace(pairs, (pair) => pair.charAt(0) + String.fromCharCode(MASK + pair.charCodeAt(1)));
}

export function unmaskTrailBytes(part: string): string {
  return part.replace(/[\uf740-\uf7fe]/g, (masked) => String.fromCharCode(masked.charCodeAt(0) - MASK));
}

/** Private use area; these characters do not occur in byte strings. */
const MASK = 0xf700;
const CHINESE = /[\x81-\xfe][\x40-\x7e\x80-\xfe]/g;
const DOUBLE_BYTE: ReadonlyMap<string, RegExp> = new Map([
  ['Shift_JIS', /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]/g],
  ['GBK', CHINESE],
  ['gb18030', CHINESE],
  ['Big5', CHINESE],
]);

/** Decodes the text of a page. */
export function charactersOf({ text, encoding, transcoded }: ByteText): string {
  const isAscii = !transcoded && codesOf(text) instanceof Uint8Array;
  return isAscii ? text : decodePart(text, encoding);
}

/** Converts a byte string to bytes. */
export function toBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
const ASCII_ONLY = /^[\x00-\x7f]*$/;

export function isAscii(text: string): boolean {
  const { length } = text;
  if (length > 64) return ASCII_ONLY.test(text);
  for (let at = 0; at < length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Returns the encoding declared by a `meta` element; undefined if it declares none. */
export function declaredEncoding(meta: string): string | undefined {
  const declared = sniffEncoding(toBytes(`${meta} `), { defaultEncoding: UNDECLARED });
  return declared === UNDECLARED ? undefined : declared;
}

const UNDECLARED = 'x-user-defined';

/** Represents encodings that browsers no longer support, such as ISO-2022-KR (WHATWG Encoding 4.2). */
const UNREADABLE = 'replacement';

/** Matches the start of most pages: no byte order mark, and UTF-8 declared before anything else. */
const UTF8_AT_ONCE =
  /^\s*(?:<!doctype html>\s*)?(?:<html(?: [\w-]+(?:="[\w -]*")?)*>\s*)?(?:<head>\s*)?<meta charset="utf-8" ?\/?>/i;

/**
 * Determines the encoding of a page (WHATWG HTML 13.2.3.2), with one addition for pages that declare nothing: `file://`
 * has no headers, so valid UTF-8 counts as UTF-8 and anything else as windows-1252.
 */
function encodingOf(bytes: Uint8Array, transportCharset: string | undefined): string {
  if (transportCharset === undefined) {
    const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(512, bytes.byteLength));
    if (UTF8_AT_ONCE.test(beginning.toString('latin1'))) return 'UTF-8';
  }
  const sniffed = sniffEncoding(bytes, {
    ...(transportCharset === undefined ? {} : { transportLayerEncodingLabel: transportCharset }),
    defaultEncoding: UNDECLARED,
  });
  if (sniffed !== UNDECLARED && sniffed !== UNREADABLE) return sniffed;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'UTF-8';
  } catch {
    return 'windows-1252';
  }
}
