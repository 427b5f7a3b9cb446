import { type Icon, iconOf } from './navigation.ts';
import {
  booleanIn,
  type LightAndDark,
  lightAndDark,
  listOf,
  recordOf,
  textIn,
  type Values,
} from './values.ts';

export type NavLink = Readonly<{
  label: string;
  href: string;
  icon?: Icon | undefined;
  type?: string | undefined;
}>;

export type Font = Readonly<{
  family: string;
  weight?: string | undefined;
  source?: string | undefined;
  format?: string | undefined;
}>;

export type IconLibrary = 'fontawesome' | 'lucide' | 'tabler';

/** Settings that a language may override. */
export type Chrome = Readonly<{
  banner?:
    | Readonly<{ content: string; dismissible: boolean; type: string; color?: LightAndDark | undefined }>
    | undefined;
  links: readonly NavLink[];
  primary?: NavLink | undefined;
  socials: readonly (readonly [platform: string, href: string])[];
  footerLinks: readonly Readonly<{ header: string; items: readonly NavLink[] }>[];
}>;

/** Name and appearance of a site, from docs.json. */
export type Settings = Readonly<{
  name: string;
  /** Whether the name comes from docs.json. */
  isNamed: boolean;
  description: string;
  theme: string;
  colors: Readonly<{ primary: string; light: string; dark: string }>;
  logo?: LightAndDark | undefined;
  logoHref?: string | undefined;
  favicon?: LightAndDark | undefined;
  appearance: Readonly<{ initial: 'system' | 'light' | 'dark'; strict: boolean }>;
  fonts: Readonly<{ body?: Font | undefined; heading?: Font | undefined }>;
  background: Readonly<{
    color?: LightAndDark | undefined;
    image?: LightAndDark | undefined;
    decoration?: string | undefined;
  }>;
  icons: IconLibrary;
  /** Shiki's names of the themes. */
  codeThemes: LightAndDark;
  eyebrows: 'section' | 'breadcrumbs';
  chrome: Chrome;
  variables: Readonly<Record<string, string>>;
  metatags: readonly (readonly [name: string, content: string])[];
  notFound: Readonly<{ redirect: boolean; title?: string | undefined; description?: string | undefined }>;
  api: Values;
}>;

export const CODE_THEMES: LightAndDark = { light: 'github-light-default', dark: 'dark-plus' };

export function readSettings(config: Values): Settings {
  const colors = recordOf(config.colors);
  const primary = colorIn(colors, 'primary') ?? '#16a34a';
  const appearance = recordOf(config.appearance);
  const initial = textIn(appearance, 'default');
  const fonts = recordOf(config.fonts);
  const notFound = recordOf(recordOf(config.errors)?.['404']);
  const library = textIn(config.icons, 'library');
  const background = recordOf(config.background);
  const backgroundColor = lightAndDark(background?.color) ?? lightAndDark(colors?.background);
  return {
    name: textIn(config, 'name') ?? 'Documentation',
    isNamed: textIn(config, 'name') !== undefined,
    description: textIn(config, 'description') ?? '',
    theme: textIn(config, 'theme') ?? 'mint',
    colors: { primary, light: colorIn(colors, 'light') ?? primary, dark: colorIn(colors, 'dark') ?? primary },
    logo: lightAndDark(config.logo),
    logoHref: textIn(config.logo, 'href'),
    favicon: lightAndDark(config.favicon),
    appearance: {
      initial: initial === 'light' || initial === 'dark' ? initial : 'system',
      strict: booleanIn(appearance, 'strict') ?? false,
    },
    fonts: { body: fontOf(fonts?.body) ?? fontOf(fonts), heading: fontOf(fonts?.heading) ?? fontOf(fonts) },
    background: {
      color:
        backgroundColor && isColor(backgroundColor.light) && isColor(backgroundColor.dark)
          ? backgroundColor
          : undefined,
      image: lightAndDark(background?.image) ?? lightAndDark(config.backgroundImage),
      decoration: textIn(background, 'decoration'),
    },
    icons: library === 'lucide' || library === 'tabler' ? library : 'fontawesome',
    codeThemes: codeThemes(recordOf(config.styling)?.codeblocks),
    eyebrows: textIn(config.styling, 'eyebrows') === 'breadcrumbs' ? 'breadcrumbs' : 'section',
    chrome: readChrome(config),
    variables: Object.fromEntries(
      Object.entries(recordOf(config.variables) ?? {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    metatags: Object.entries(recordOf(recordOf(config.seo)?.metatags) ?? {}).flatMap(([name, content]) =>
      typeof content === 'string' ? [[name, content] as const] : [],
    ),
    notFound: {
      redirect: booleanIn(notFound, 'redirect') ?? true,
      title: textIn(notFound, 'title'),
      description: textIn(notFound, 'description'),
    },
    api: recordOf(config.api) ?? {},
  };
}

/** Reads the navbar, footer and banner of a docs.json or of one of its languages. */
export function readChrome(values: Values, inherited?: Chrome): Chrome {
  const navbar = recordOf(values.navbar);
  const footer = recordOf(values.footer);
  const content = textIn(values.banner, 'content');
  const own: Chrome = {
    banner:
      content === undefined
        ? undefined
        : {
            content,
            dismissible: booleanIn(values.banner, 'dismissible') ?? false,
            type: textIn(values.banner, 'type') ?? 'info',
            color: lightAndDark(recordOf(values.banner)?.color),
          },
    links: listOf(navbar?.links).flatMap(linkOf),
    primary: linkOf(navbar?.primary)[0],
    socials: Object.entries(recordOf(footer?.socials) ?? {}).flatMap(([platform, href]) =>
      typeof href === 'string' && href !== '' ? [[platform, href] as const] : [],
    ),
    footerLinks: listOf(footer?.links).map((column) => ({
      header: textIn(column, 'header') ?? '',
      items: listOf(recordOf(column)?.items).flatMap(linkOf),
    })),
  };
  if (!inherited) return own;
  return {
    banner: own.banner ?? inherited.banner,
    ...(navbar
      ? { links: own.links, primary: own.primary }
      : { links: inherited.links, primary: inherited.primary }),
    ...(footer
      ? { socials: own.socials, footerLinks: own.footerLinks }
      : { socials: inherited.socials, footerLinks: inherited.footerLinks }),
  };
}

function linkOf(value: unknown): NavLink[] {
  const href = textIn(value, 'href') ?? textIn(value, 'url');
  if (href === undefined) return [];
  const type = textIn(value, 'type');
  const label =
    textIn(value, 'label') ?? (type === 'github' ? 'GitHub' : type === 'discord' ? 'Discord' : '');
  return [{ label, href, type, icon: iconOf(recordOf(value) ?? {}) }];
}

function fontOf(value: unknown): Font | undefined {
  const family = textIn(value, 'family');
  if (family === undefined) return undefined;
  const weight = recordOf(value)?.weight;
  return {
    family,
    weight: typeof weight === 'number' || typeof weight === 'string' ? String(weight) : undefined,
    source: textIn(value, 'source'),
    format: textIn(value, 'format'),
  };
}

function codeThemes(value: unknown): LightAndDark {
  if (value === 'dark') return { light: CODE_THEMES.dark, dark: CODE_THEMES.dark };
  const named =
    typeof value === 'string' && value !== 'system'
      ? lightAndDark(value)
      : lightAndDark(recordOf(value)?.theme);
  return named === undefined || named.light === 'css-variables' ? CODE_THEMES : named;
}

function colorIn(values: unknown, key: string): string | undefined {
  const color = textIn(values, key);
  return color !== undefined && isColor(color) ? color : undefined;
}

/** Whether a text is `#rgb` or `#rrggbb`. Anything else could break out of the style rule it is inserted into. */
export function isColor(text: string): boolean {
  return /^#(?:[a-f\d]{3}|[a-f\d]{6})$/i.test(text);
}
