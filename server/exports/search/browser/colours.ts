type Colour = readonly [red: number, green: number, blue: number];

/** Minimum contrast of readable text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/**
 * Returns colours for the search's own elements, derived from the page's current ones, as values of custom properties.
 */
export function pageColours(): Readonly<Record<string, string>> {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const back = [document.body, document.documentElement].map((element) =>
    read(getComputedStyle(element).backgroundColor),
  );
  const textOf = (element: Element): Colour => read(getComputedStyle(element).color) ?? [0, 0, 0];
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const canvas: Colour = isDark && /dark/.test(scheme) ? [18, 18, 18] : [255, 255, 255];
  const background = back.find((colour) => colour !== undefined) ?? canvas;
  const strongest: Colour = luminance(background) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const readable = (colour: Colour, otherwise: Colour): Colour =>
    contrast(colour, background) >= READABLE ? colour : otherwise;
  const text = readable(textOf(document.body), strongest);
  const accent =
    accents()
      .map(textOf)
      .find((colour) => isAccent(colour, text, background)) ?? text;
  const chosen = mix(background, accent, 0.1);
  return {
    '--back': css(background),
    '--text': css(text),
    '--quiet': css(readable(mix(text, background, 0.3), text)),
    '--accent': css(contrast(accent, chosen) >= READABLE ? accent : text),
    '--chosen': css(chosen),
    '--line': css(mix(background, text, 0.2)),
    '--scheme': luminance(background) > 0.18 ? 'light' : 'dark',
  };
}

/** Returns elements that are likely to have the site's accent colour, the likeliest first. */
function accents(): Element[] {
  return ['main a[href],article a[href],[role=main] a[href]', 'p a[href],nav a[href]', 'h1,h2'].flatMap(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.getClientRects().length > 0)
        .slice(0, 5),
  );
}

function isAccent(colour: Colour, text: Colour, background: Colour): boolean {
  const difference = colour.reduce((sum, part, index) => sum + Math.abs(part - (text[index] ?? 0)), 0);
  return difference > 60 && contrast(colour, background) >= READABLE;
}

/** Parses a colour in any notation; undefined if it is translucent. */
function read(notation: string): Colour | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = notation;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha > 200 ? [red, green, blue] : undefined;
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2): number => Math.round(one[index] * (1 - share) + other[index] * share);
  return [part(0), part(1), part(2)];
}

function css(colour: Colour): string {
  return `rgb(${colour.join()})`;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
