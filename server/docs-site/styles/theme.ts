import { encoded } from '../model/address.ts';
import type { Font, Settings } from '../model/settings.ts';
import { suppliedFor } from '../model/supplied.ts';
import { readableOn, textOn } from './contrast.ts';

/** Default background colours. */
const GROUND = { light: '#ffffff', dark: '#0d0e11' };

/** Returns a site's appearance as custom properties for site.css. */
export function themeStyles(
  { colors, background, fonts }: Settings,
  hasFile: (path: string) => boolean,
): string {
  const light = background.color?.light ?? GROUND.light;
  const dark = background.color?.dark ?? GROUND.dark;
  const image = (source: string | undefined): string =>
    source?.startsWith('/') && hasFile(source.slice(1)) ? `url("${encoded(source)}")` : 'none';
  return `${fontFaces(fonts, hasFile)}:root{--primary:${colors.primary};--accent:${readableOn(colors.primary, light)};--button:${colors.dark};--on-button:${textOn(colors.dark)};--ground:${light};--ground-image:${image(background.image?.light)};${families(fonts)}}
.dark{--primary:${colors.light};--accent:${readableOn(colors.light, dark)};--ground:${dark};--ground-image:${image(background.image?.dark)}}
`;
}

function families({ body, heading }: Settings['fonts']): string {
  const named = (font: Font | undefined): string | undefined =>
    font && `"${font.family.replace(/["\\\n<;{}]/g, '')}"`;
  const weight =
    heading?.weight !== undefined && /^\d{3}$/.test(heading.weight)
      ? `--heading-weight:${heading.weight};`
      : '';
  return [
    ...(body ? [`--font-body:${named(body)},var(--font-sans);`] : []),
    ...(heading ? [`--font-heading:${named(heading)},var(--font-sans);`] : []),
    weight,
  ].join('');
}

/** Returns the path of a font's file; undefined if there is none in the tree. */
export function fontFile({ source }: Font, hasFile: (path: string) => boolean): string | undefined {
  if (source === undefined) return undefined;
  if (!source.startsWith('/') || source.startsWith('//')) return suppliedFor(source, hasFile);
  return hasFile(source.slice(1)) ? source.slice(1) : undefined;
}

/** Returns rules for fonts whose files are available. Other fonts are reported and replaced with Inter. */
function fontFaces({ body, heading }: Settings['fonts'], hasFile: (path: string) => boolean): string {
  const faces = [body, heading].flatMap((font) => {
    const source = font && fontFile(font, hasFile);
    if (font === undefined || source === undefined) return [];
    const weight = font.weight !== undefined && /^\d{3}$/.test(font.weight) ? font.weight : '100 900';
    return [
      `@font-face{font-family:"${font.family.replace(/["\\\n<;{}]/g, '')}";src:url("${encoded(`/${source}`)}");font-weight:${weight};font-display:swap}\n`,
    ];
  });
  return [...new Set(faces)].join('');
}
