import { createRequire } from 'node:module';
import type { IconLibrary } from '../model/settings.ts';

type IconSet = Readonly<{
  width?: number;
  height?: number;
  icons: Readonly<
    Record<string, { body: string; width?: number; height?: number; left?: number; top?: number }>
  >;
  aliases?: Readonly<Record<string, { parent: string }>>;
}>;

const SETS = {
  solid: '@iconify-json/fa6-solid',
  regular: '@iconify-json/fa6-regular',
  brands: '@iconify-json/fa6-brands',
  lucide: '@iconify-json/lucide',
  tabler: '@iconify-json/tabler',
} as const;

type SetName = keyof typeof SETS;

export type FoundIcon = Readonly<{
  /** SVG without its outer element. */
  body: string;
  width: number;
  height: number;
  /** Set that the icon comes from, if it is not exactly the one requested. */
  instead?: SetName;
}>;

const sets = new Map<SetName, IconSet>();

/** Icon names used by the platform and its users that differ from those in the free sets. */
const NAMESAKES: Readonly<Record<string, string>> = {
  'x-twitter': 'x-twitter',
  x: 'xmark',
  twitter: 'twitter',
  website: 'globe',
  'earth-americas': 'earth-americas',
  'rocket-launch': 'rocket',
  'brackets-curly': 'code',
  'rectangle-terminal': 'terminal',
  'square-terminal': 'terminal',
  'message-bot': 'robot',
  'message-smile': 'comment',
  'message-lines': 'comment-dots',
  'message-pen': 'comment',
  'chart-mixed': 'chart-line',
  'arrow-progress': 'bars-progress',
  'fire-flame': 'fire',
  'wave-pulse': 'heart-pulse',
  'rectangle-code': 'code',
  'gear-code': 'gear',
  'grid-2': 'table-cells-large',
  'phone-arrow-up-right': 'phone',
  'phone-arrow-right': 'phone',
  'phone-forward': 'phone',
  'microchip-ai': 'microchip',
  'hand-wave': 'hand',
  'user-headset': 'headset',
  'user-robot': 'robot',
  robots: 'robot',
  'bullseye-arrow': 'bullseye',
  'book-sparkles': 'book',
  up: 'arrow-up',
  integration: 'plug',
  'diagram-subtask': 'diagram-project',
  'key-skeleton': 'key',
  'shield-exclamation': 'shield-halved',
  'signal-stream': 'tower-broadcast',
  'wrench-simple': 'wrench',
  'user-crown': 'user-tie',
  'screen-users': 'users',
  'code-simple': 'code',
  'planet-ringed': 'globe',
  page: 'file',
  'file-xml': 'file-code',
};

/**
 * Finds an icon by name: in the site's library and the requested style first, then in the other bundled sets. Font
 * Awesome's licence only covers its free icons.
 */
export function findIcon(
  name: string,
  style: string | undefined,
  library: IconLibrary,
): FoundIcon | undefined {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^(fa-(?:solid|regular|brands)\s+|fa[srb]?[- ]|brands\s+)(fa-)?/, '');
  const order = orderOf(style, library);
  for (const candidate of [bare, NAMESAKES[bare]]) {
    if (candidate === undefined) continue;
    for (const [index, set] of order.entries()) {
      const found = inSet(set, candidate);
      if (found) return index === 0 && candidate === bare ? found : { ...found, instead: set };
    }
  }
  return undefined;
}

function orderOf(style: string | undefined, library: IconLibrary): SetName[] {
  if (library === 'lucide') return ['lucide', 'brands', 'tabler', 'solid'];
  if (library === 'tabler') return ['tabler', 'brands', 'lucide', 'solid'];
  if (style === 'brands') return ['brands', 'solid', 'lucide', 'tabler'];
  if (style === 'solid' || style === 'duotone' || style === 'sharp-solid')
    return ['solid', 'regular', 'brands', 'lucide', 'tabler'];
  return ['regular', 'brands', 'solid', 'lucide', 'tabler'];
}

function inSet(set: SetName, name: string): FoundIcon | undefined {
  const data = setOf(set);
  const key = Object.hasOwn(data.icons, name)
    ? name
    : data.aliases && Object.hasOwn(data.aliases, name)
      ? data.aliases[name]?.parent
      : undefined;
  const icon = key === undefined ? undefined : data.icons[key];
  return (
    icon && {
      body: icon.body,
      width: icon.width ?? data.width ?? 16,
      height: icon.height ?? data.height ?? 16,
    }
  );
}

function setOf(name: SetName): IconSet {
  let set = sets.get(name);
  if (!set) {
    set = createRequire(import.meta.url)(`${SETS[name]}/icons.json`) as IconSet;
    sets.set(name, set);
  }
  return set;
}
