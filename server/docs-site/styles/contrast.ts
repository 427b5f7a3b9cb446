type Rgb = readonly [number, number, number];

/** Returns the colour nearest to the given one that is readable as text on a background (WCAG 2.2, 1.4.3: 4.5 to 1). */
export function readableOn(color: string, ground: string, least = 4.6): string {
  const [from, on] = [rgb(color), rgb(ground)];
  const goal: Rgb = luminance(on) > 0.4 ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step <= 20; step++) {
    const mixed = from.map((part, index) =>
      Math.round(part + ((goal[index] ?? 0) - part) * (step / 20)),
    ) as unknown as Rgb;
    if (contrast(mixed, on) >= least) return hex(mixed);
  }
  return hex(goal);
}

/** Returns black or white, whichever is more readable on a background. */
export function textOn(ground: string): string {
  const on = rgb(ground);
  return contrast([255, 255, 255], on) >= contrast([10, 10, 12], on) ? '#ffffff' : '#0a0a0c';
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param color `#rgb` or `#rrggbb` */
function rgb(color: string): Rgb {
  const digits = color.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) || 0) as unknown as Rgb;
}

function hex(color: Rgb): string {
  return `#${color.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, '0')).join('')}`;
}
