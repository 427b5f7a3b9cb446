export type Point = Readonly<{ x: number; y: number }>;
type Area = Readonly<{ left: number; right: number; top: number; bottom: number }>;

/** Returns the scales of a plot and round values for its axes. The y axis starts at 0. */
export function scaleOf(points: readonly Point[], area: Area) {
  const xs = points.map((point) => point.x);
  const from = Math.min(...xs);
  const to = Math.max(...xs);
  const step = roundStep(Math.max(...points.map((point) => point.y), 0) / 3);
  const top = step * Math.max(1, Math.ceil(Math.max(...points.map((point) => point.y), 0) / step));
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return {
    x: (value: number) =>
      rounded(area.left + (to === from ? 0.5 : (value - from) / (to - from)) * (area.right - area.left)),
    y: (value: number) => rounded(area.bottom - (value / top) * (area.bottom - area.top)),
    yTicks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step),
    xTicks: points.length === 0 ? [] : to === from ? [from] : [from, (from + to) / 2, to],
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten, at least 1. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}
