import { describe, expect, it } from 'vitest';
import { scaleOf } from './plot-scale.ts';

const area = { left: 50, right: 250, top: 10, bottom: 110 };

describe('the scale of a plot', () => {
  it('spans the time, and begins at 0', () => {
    const { x, y } = scaleOf(
      [
        { x: 1000, y: 5 },
        { x: 3000, y: 25 },
      ],
      area,
    );
    expect([x(1000), x(2000), x(3000)]).toEqual([50, 150, 250]);
    expect([y(0), y(30)]).toEqual([110, 10]);
  });

  it('has round values on its axis', () => {
    expect(scaleOf([{ x: 0, y: 950 }], area).yTicks).toEqual([0, 500, 1000]);
    expect(scaleOf([{ x: 0, y: 0 }], area).yTicks).toEqual([0, 1]);
  });

  it('puts a single point in the middle', () => {
    expect(scaleOf([{ x: 7, y: 1 }], area).x(7)).toBe(150);
  });
});
