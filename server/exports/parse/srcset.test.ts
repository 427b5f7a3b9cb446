import { describe, expect, test } from 'vitest';
import { formatSrcset, parseSrcset } from './srcset.ts';

describe('a srcset value', () => {
  test('holds one candidate for each width or density', () => {
    expect(parseSrcset('small.png 480w, medium.png 800w, large.png 2x')).toEqual([
      { url: 'small.png', descriptor: '480w' },
      { url: 'medium.png', descriptor: '800w' },
      { url: 'large.png', descriptor: '2x' },
    ]);
  });

  test('may hold a single URL without a descriptor', () => {
    expect(parseSrcset('logo.svg')).toEqual([{ url: 'logo.svg', descriptor: '' }]);
  });

  test('separates by white space of any kind and any number of commas', () => {
    expect(parseSrcset('\n  a.png 1x ,\n\tb.png\t2x,, c.png 3x,\n')).toEqual([
      { url: 'a.png', descriptor: '1x' },
      { url: 'b.png', descriptor: '2x' },
      { url: 'c.png', descriptor: '3x' },
    ]);
  });

  test('separates candidates without descriptors by the comma that ends a URL', () => {
    expect(parseSrcset('a.png, b.png')).toEqual([
      { url: 'a.png', descriptor: '' },
      { url: 'b.png', descriptor: '' },
    ]);
  });

  test('keeps commas within URLs, as image services use them', () => {
    expect(
      parseSrcset('/cdn-cgi/image/width=400,quality=75/hero.jpg 400w, /img/w_800,h_600/hero.jpg 800w'),
    ).toEqual([
      { url: '/cdn-cgi/image/width=400,quality=75/hero.jpg', descriptor: '400w' },
      { url: '/img/w_800,h_600/hero.jpg', descriptor: '800w' },
    ]);
  });

  test('takes two URLs with only a comma between them for one, as browsers do', () => {
    expect(parseSrcset('a.png,b.png 2x')).toEqual([{ url: 'a.png,b.png', descriptor: '2x' }]);
  });

  test('keeps the commas of a data URL', () => {
    expect(parseSrcset('data:image/svg+xml,%3Csvg%3E,%3C/svg%3E 1x, b.png 2x')).toEqual([
      { url: 'data:image/svg+xml,%3Csvg%3E,%3C/svg%3E', descriptor: '1x' },
      { url: 'b.png', descriptor: '2x' },
    ]);
  });

  test('does not end a candidate at a comma in parentheses', () => {
    expect(parseSrcset('a.png calc(1px, 2px), b.png 2x')).toEqual([
      { url: 'a.png', descriptor: 'calc(1px, 2px)' },
      { url: 'b.png', descriptor: '2x' },
    ]);
  });

  test.each(['', '  ', ',', ' , ,, '])('holds nothing when it is %j', (value) => {
    expect(parseSrcset(value)).toEqual([]);
  });

  test('reads the same after it has been written', () => {
    const candidates = parseSrcset('a,b.png 1x,data:image/gif;base64,R0lGOD==, c.png 1.5x, d.png 100w 50h');
    expect(parseSrcset(formatSrcset(candidates))).toEqual(candidates);
  });
});
