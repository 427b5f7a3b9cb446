import { describe, expect, test } from 'vitest';
import {
  declaredEncoding,
  decodePart,
  maskTrailBytes,
  readByteText,
  toBytes,
  unmaskTrailBytes,
} from './charset.ts';

describe('the encoding of a page', () => {
  test.each([
    ['a meta element', '<meta charset="Shift_JIS"><title>x</title>', undefined, 'Shift_JIS'],
    ['a meta element of the old form', CONTENT_TYPE('iso-8859-1'), undefined, 'windows-1252'],
    ['the header, against the page', '<meta charset="utf-8">', 'windows-1251', 'windows-1251'],
    ['a byte order mark, against the header', '\xef\xbb\xbf<p>x</p>', 'windows-1251', 'UTF-8'],
    ['an XML declaration', '<?xml version="1.0" encoding="EUC-JP"?><html/>', undefined, 'EUC-JP'],
  ])('is what %s says', (_, page, header, encoding) => {
    expect(readByteText(toBytes(page), header).encoding).toBe(encoding);
  });

  test('is UTF-8 when nothing says otherwise and the bytes are valid', () => {
    expect(readByteText(Buffer.from('<p>Größe, サイズ</p>'), undefined).encoding).toBe('UTF-8');
  });

  test('is windows-1252 when nothing says otherwise and the bytes are no UTF-8', () => {
    expect(readByteText(toBytes('<p>Gr\xf6\xdfe</p>'), undefined).encoding).toBe('windows-1252');
  });

  test('is not taken from a declaration behind the first 1024 bytes, which browsers do not see', () => {
    const page = `<!--${' '.repeat(1024)}--><meta charset="Shift_JIS"><p>Größe</p>`;
    expect(readByteText(Buffer.from(page), undefined).encoding).toBe('UTF-8');
  });

  test('is one that can be read, whatever the label: ISO-2022-KR and its like stand for nothing', () => {
    const { encoding } = readByteText(toBytes('<meta charset="iso-2022-kr"><a href="\xe9.html">'), undefined);
    expect(decodePart('\xe9.html', encoding)).toBe('é.html');
  });
});

describe('the text of a page', () => {
  test('has one character for each byte and goes back to the same bytes', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { text, transcoded } = readByteText(bytes, 'windows-1252');
    expect(text).toHaveLength(256);
    expect(transcoded).toBe(false);
    expect(toBytes(text)).toEqual(bytes);
  });

  test('keeps the byte order mark of UTF-8', () => {
    const bytes = Buffer.from('\ufeff<!doctype html>');
    expect(toBytes(readByteText(bytes, undefined).text)).toEqual(bytes);
  });

  test.each(['utf-16le', 'utf16le'] as const)('in UTF-16 (%s) is turned into UTF-8, without the mark', () => {
    const bytes = Buffer.from('\ufeff<p>Größe</p>', 'utf16le');
    const page = readByteText(bytes, undefined);
    expect(page).toMatchObject({ encoding: 'UTF-8', transcoded: true });
    expect(toBytes(page.text).toString('utf8')).toBe('<p>Größe</p>');
  });

  test('in UTF-16 with the high byte first is turned into UTF-8', () => {
    const bytes = Buffer.from('\ufeff<p>Größe</p>', 'utf16le').swap16();
    expect(toBytes(readByteText(bytes, undefined).text).toString('utf8')).toBe('<p>Größe</p>');
  });

  test('in ISO-2022-JP, where < and > may be halves of characters, is turned into UTF-8', () => {
    const page = readByteText(toBytes('<p>\x1b$B%5%$%:\x1b(B</p>'), 'iso-2022-jp');
    expect(page).toMatchObject({ encoding: 'UTF-8', transcoded: true });
    expect(toBytes(page.text).toString('utf8')).toBe('<p>サイズ</p>');
  });

  test('is read from its own part of a larger buffer', () => {
    const whole = new Uint8Array(Buffer.from('xx<p>yy'));
    expect(readByteText(whole.subarray(2, 5), undefined).text).toBe('<p>');
  });
});

describe('the second bytes of double-byte characters', () => {
  test.each([
    ['Shift_JIS', '\x95\x5c\x83\x5c{\\}\xb1\\', '{\\}\xb1\\'],
    ['GBK', '\x81\x5c\x81\x7b{\\}', '{\\}'],
    ['gb18030', '\x81\x30\x81\x30\\\x81\x5c{}', '\x81\x30\x81\x30\\'],
    ['Big5', '\xa5\x5c{\\}', '{\\}'],
  ])('of %s are out of the way while a parser looks for ASCII, and come back', (encoding, part, rest) => {
    const masked = maskTrailBytes(part, encoding);
    expect(masked).toHaveLength(part.length);
    expect(masked).toContain(rest);
    expect(masked.match(/\\/g)).toHaveLength(rest.match(/\\/g)?.length ?? 0);
    expect(unmaskTrailBytes(masked)).toBe(part);
  });

  test('do not exist in other encodings', () => {
    expect(maskTrailBytes('\xc3\x5c', 'UTF-8')).toBe('\xc3\x5c');
    expect(maskTrailBytes('\xe9\x5c', 'windows-1252')).toBe('\xe9\x5c');
  });
});

describe('a meta element', () => {
  test.each([
    ['<meta charset="utf-8">', 'UTF-8'],
    ['<META CHARSET=latin1>', 'windows-1252'],
    ['<meta http-equiv="content-type" content="text/html; charset=koi8-r">', 'KOI8-R'],
    ['<meta charset="utf-16">', 'UTF-8'],
    ['<meta charset="nonsense">', undefined],
    ['<meta http-equiv="content-type" content="text/html">', undefined],
    ['<meta content="text/html; charset=koi8-r">', undefined],
  ])('%s declares %s', (meta, encoding) => {
    expect(declaredEncoding(meta)).toBe(encoding);
  });
});

describe('a part of a page', () => {
  test.each([
    ['UTF-8', 'caf\xc3\xa9', 'café'],
    ['windows-1252', 'caf\xe9 \x80 \x92', 'café € ’'],
    ['Shift_JIS', '\x83\x5c\x81\x5b\x83\x58', 'ソース'],
    ['GBK', '\xce\xc4\xb5\xb5', '文档'],
    ['ISO-8859-16', '\xba\xfe', 'șț'],
  ])('stands for the characters of %s', (encoding, part, characters) => {
    expect(decodePart(part, encoding)).toBe(characters);
  });

  test('never fails on bytes that mean nothing', () => {
    expect(decodePart('a\xff\xfeb', 'UTF-8')).toBe('a\ufffd\ufffdb');
    expect(decodePart('\x81', 'Shift_JIS')).toBe('\ufffd');
  });
});

function CONTENT_TYPE(charset: string): string {
  return `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">`;
}
