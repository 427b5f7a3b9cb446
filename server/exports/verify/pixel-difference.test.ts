import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { pixelDifference } from './pixel-difference.ts';

describe('how much of two pictures differs', () => {
  test('is nothing for the same picture', () => {
    expect(pixelDifference(picture(10, 10), picture(10, 10))).toBe(0);
  });

  test('is the share of pixels that changed', () => {
    const changed = Array.from({ length: 25 }, (_, pixel) => pixel);
    expect(pixelDifference(picture(10, 10), picture(10, 10, changed))).toBe(0.25);
  });

  test('is everything for pictures of different size', () => {
    expect(pixelDifference(picture(10, 10), picture(10, 11))).toBe(1);
  });
});

/** A white picture with some pixels black. */
function picture(width: number, height: number, black: readonly number[] = []): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const pixel of black) png.data.fill(0, pixel * 4, pixel * 4 + 3);
  return PNG.sync.write(png);
}
