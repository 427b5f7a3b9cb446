import sniffEncoding from 'html-encoding-sniffer';
import { codesOf } from './character-codes.ts';

/**
 * The text of a page as a *byte string*: one character a byte (ISO 8859-1). Every offset is a byte offset, bytes
 * that nobody changes stay as they were, and the page's own charset declaration stays true. Works for all
 * encodings in which the bytes of `<>&"'` mean these characters; the others are turned into UTF-8 first.
 */
export type ByteText = Readonly<{
  text: string;
  /** WHATWG name of the encoding that `text` is in. */
  encoding: string;
  /** The bytes were turned into UTF-8: what the page says about its charset is no longer true. */
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

/** Turns a part of a byte string into the characters that it stands for. */
export function decodePart(part: string, encoding: string): string {
  if (isAscii(part)) return part;
  const bytes = Buffer.from(part, 'latin1');
  return encoding === 'UTF-8' ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);
}

/**
 * A part of a byte string with the second bytes of double-byte characters out of the way of parsers: in Shift_JIS,
 * GBK and Big5 they may be `\` or `{` (WHATWG Encoding 10, 11, 12). Its length stays; unmaskTrailBytes takes it back.
 */
export function maskTrailBytes(part: string, encoding: string): string {
  const pairs = DOUBLE_BYTE.get(encoding);
  if (!pairs || isAscii(part)) return part;
  return part.replace(pairs, (pair) => pair.charAt(0) + String.fromCharCode(MASK + pair.charCodeAt(1)));
}

export function unmaskTrailBytes(part: string): string {
  return part.replace(/[\uf740-\uf7fe]/g, (masked) => String.fromCharCode(masked.charCodeAt(0) - MASK));
}

/** Private use: not among the characters of a byte string. */
const MASK = 0xf700;
const CHINESE = /[\x81-\xfe][\x40-\x7e\x80-\xfe]/g;
const DOUBLE_BYTE: ReadonlyMap<string, RegExp> = new Map([
  ['Shift_JIS', /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]/g],
  ['GBK', CHINESE],
  ['gb18030', CHINESE],
  ['Big5', CHINESE],
]);

/** The characters of a page. */
export function charactersOf({ text, encoding, transcoded }: ByteText): string {
  const isAscii = !transcoded && codesOf(text) instanceof Uint8Array;
  return isAscii ? text : decodePart(text, encoding);
}

/** Bytes of a byte string. */
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

/** The encoding that a page gets from a `meta` element of its own; undefined when the element names none. */
export function declaredEncoding(meta: string): string | undefined {
  const declared = sniffEncoding(toBytes(`${meta} `), { defaultEncoding: UNDECLARED });
  return declared === UNDECLARED ? undefined : declared;
}

const UNDECLARED = 'x-user-defined';

/** Stands for encodings that no browser reads any more, ISO-2022-KR among them (WHATWG Encoding 4.2). */
const UNREADABLE = 'replacement';

/** How most pages begin: no byte order mark, and UTF-8 is declared before anything else could be. */
const UTF8_AT_ONCE =
  /^\s*(?:<!doctype html>\s*)?(?:<html(?: [\w-]+(?:="[\w -]*")?)*>\s*)?(?:<head>\s*)?<meta charset="utf-8" ?\/?>/i;

/**
 * WHATWG HTML 13.2.3.2, with one addition for pages that declare nothing: from `file://` nobody sends a header, so
 * what is valid UTF-8 counts as UTF-8 and the rest as windows-1252.
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
