import { describe, expect, it } from 'vitest';
import { readByteText } from '../parse/charset.ts';
import { inlinedSymbol } from './symbols.ts';

function symbol(svg: string, fragment: string): string | undefined {
  return inlinedSymbol(readByteText(Buffer.from(svg), undefined), fragment, 'p-')?.markup;
}

describe('a symbol of another file', () => {
  it('comes with what it refers to, under ids of its own', () => {
    const svg =
      '<svg xmlns="x"><defs><linearGradient id="g"/></defs><symbol id="a"><use href="#b"/></symbol><g id="b"><path fill="url(#g)" stroke="url(#none)"/></g><g id="c"/></svg>';
    expect(symbol(svg, 'a')).toBe(
      '<symbol id="p-a"><use href="#p-b"/></symbol><g id="p-b"><path fill="url(#p-g)" stroke="url(#none)"/></g><linearGradient id="p-g"/>',
    );
  });

  it('once, though it refers to itself and to what is within', () => {
    const svg = '<svg><symbol id="a"><g id="b"/><use href="#b"/><use href="#a"/></symbol></svg>';
    expect(symbol(svg, 'a')).toBe(
      '<symbol id="p-a"><g id="p-b"/><use href="#p-b"/><use href="#p-a"/></symbol>',
    );
  });

  it('keeps its styles for itself', () => {
    const svg = '<svg><style><![CDATA[.k{fill:red}]]></style><symbol id="a"><path class="k"/></symbol></svg>';
    expect(symbol(svg, 'a')).toBe(
      '<symbol id="p-a"><path class="k"/></symbol><style>#p-a{.k{fill:red}}</style>',
    );
  });

  it('is written for any charset, may be the file as a whole, and may be missing', () => {
    expect(symbol('<svg><symbol id="é"><title>é</title></symbol></svg>', 'é')).toBe(
      '<symbol id="p-&#233;"><title>&#233;</title></symbol>',
    );
    expect(symbol('<?xml version="1.0"?><svg viewBox="0 0 1 1"><path/></svg>', '')).toBe(
      '<svg id="p-file" viewBox="0 0 1 1"><path/></svg>',
    );
    expect(symbol('<svg><g id="a"/></svg>', 'b')).toBeUndefined();
  });

  it.each(['', '<svg', '<svg><symbol id="a">', '<svg></g><symbol id="a"/>', 'no svg'])(
    'survives %s',
    (svg) => {
      expect(() => symbol(svg, 'a')).not.toThrow();
    },
  );
});
