import type { Finding } from '../findings.ts';
import { type ConfigPlaces, memberOf, membersOf, type Stated } from './config-places.ts';
import { isColor } from './settings.ts';

const KINDS = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
} as const;

/** Expected form of an entry. */
type Shape = Readonly<{
  kinds: readonly (keyof typeof KINDS)[];
  /** Entries of an object that are checked; others may be anything. */
  keys?: () => Readonly<Record<string, Shape>>;
  /** Form of every entry of an object. */
  values?: Shape;
  /** Form of every entry of a list. */
  items?: Shape;
  /** Message about an entry of another kind. */
  otherwise?: (shown: string) => string;
  /** Message about an invalid entry of the right kind. */
  fault?: (stated: Stated, name: string, shown: () => string) => string | undefined;
}>;

const text: Shape = { kinds: ['string'] };
const flag: Shape = { kinds: ['boolean'] };
const listOf = (items: Shape): Shape => ({ kinds: ['array'], items });
const objectOf = (keys: () => Readonly<Record<string, Shape>>): Shape => ({ kinds: ['object'], keys });
const texts = { kinds: ['object'], values: text } as const;
const textOr = (keys: () => Readonly<Record<string, Shape>>): Shape => ({
  kinds: ['string', 'object'],
  keys,
});

const icon = textOr(() => ({ name: text, style: text }));
const lightAndDark = textOr(() => ({ light: text, dark: text }));
const color: Shape = {
  kinds: ['string'],
  fault: ({ node }, name, shown) =>
    isColor(node.value) ? undefined : `"${name}" must be a color like #0a7b4f, not ${shown()}.`,
};
const font = { family: text, source: text, format: text, weight: { kinds: ['number', 'string'] } } as const;
const link = objectOf(() => ({ label: text, href: text, type: text, icon }));
const apis: Shape = { kinds: ['string', 'array', 'object'] };

const chrome = {
  banner: objectOf(() => ({ content: text, dismissible: flag, type: text, color: lightAndDark })),
  navbar: objectOf(() => ({ links: listOf(link), primary: link })),
  footer: objectOf(() => ({
    socials: texts,
    links: listOf(objectOf(() => ({ header: text, items: listOf(link) }))),
  })),
};

const entry: Shape = {
  kinds: ['string', 'object'],
  otherwise: (shown) => `must be a page name or a group, not ${shown}.`,
  keys: () => ({ ...sectionKeys(), group: text, root: text, title: text, label: text, expanded: flag }),
};

const section: Shape = objectOf(() => ({ ...sectionKeys(), ...chrome }));

function sectionKeys(): Readonly<Record<string, Shape>> {
  const sections = listOf(section);
  return {
    languages: sections,
    versions: sections,
    products: sections,
    tabs: sections,
    dropdowns: sections,
    anchors: sections,
    menu: sections,
    language: text,
    version: text,
    product: text,
    tab: text,
    dropdown: text,
    anchor: text,
    item: text,
    global: section,
    pages: listOf(entry),
    groups: listOf(entry),
    icon,
    href: text,
    description: text,
    tag: text,
    hidden: flag,
    default: flag,
    openapi: apis,
    asyncapi: apis,
  };
}

const redirects = listOf({
  kinds: ['object'],
  keys: () => ({ source: text, destination: text }),
  fault: ({ node }, _name, shown) => {
    const [source, destination] = [memberOf(node, 'source')?.value, memberOf(node, 'destination')?.value];
    if (source === undefined || destination === undefined)
      return `The redirect ${shown()} needs both "source" and "destination".`;
    return source === destination ? `The redirect from ${source} points to itself.` : undefined;
  },
});

const shared = {
  name: text,
  description: text,
  theme: text,
  colors: objectOf(() => ({ primary: color, light: color, dark: color })),
  logo: textOr(() => ({ light: text, dark: text, href: text })),
  favicon: lightAndDark,
  redirects,
  api: objectOf(() => ({ openapi: apis })),
  openapi: apis,
};

const DOCS_JSON = objectOf(() => ({
  ...shared,
  ...chrome,
  navigation: section,
  appearance: objectOf(() => ({ default: text, strict: flag })),
  background: objectOf(() => ({ image: lightAndDark, decoration: text, color: lightAndDark })),
  fonts: objectOf(() => ({ ...font, body: objectOf(() => font), heading: objectOf(() => font) })),
  icons: objectOf(() => ({ library: text })),
  styling: objectOf(() => ({ eyebrows: text, codeblocks: { kinds: ['string', 'object'] } })),
  variables: texts,
  seo: objectOf(() => ({ metatags: texts })),
  errors: objectOf(() => ({ '404': objectOf(() => ({ redirect: flag, title: text, description: text })) })),
}));

const MINT_JSON = objectOf(() => ({
  ...shared,
  navigation: listOf(entry),
  tabs: listOf(objectOf(() => ({ name: text, url: text }))),
  anchors: listOf(objectOf(() => ({ name: text, url: text, icon }))),
  versions: { kinds: ['array'] },
  topbarLinks: listOf(objectOf(() => ({ name: text, url: text }))),
  topbarCtaButton: objectOf(() => ({ name: text, url: text, type: text })),
  modeToggle: objectOf(() => ({ default: text, isHidden: flag })),
}));

/** Reports unusable entries of a configuration, with file and line. Each of them is left out. */
export function validateConfig(places: ConfigPlaces): Finding[] {
  const root = places.root();
  if (!root) return [];
  const isMint = places.name === 'mint.json' && memberOf(root.node, 'navigation')?.type !== 'object';
  return [...faultsOf(root, isMint ? MINT_JSON : DOCS_JSON, '', places, [root.file])].map(
    ([stated, message]) => ({
      code: 'config',
      ...places.placeOf(stated),
      message: `${message} The entry was left out.`,
    }),
  );
}

/** @param name such as `navbar.links[0]` @param open the files being read, as in resolve-refs.ts */
function* faultsOf(
  stated: Stated,
  shape: Shape,
  name: string,
  places: ConfigPlaces,
  open: readonly string[],
): Generator<[stated: Stated, message: string]> {
  const { file, node } = stated;
  if (node.type === 'null') return;
  const referred = places.referred(stated);
  if (referred && open.includes(referred.file)) return;
  if (referred) yield* faultsOf(referred, shape, name, places, [...open, referred.file]);
  else if (memberOf(node, '$ref')) return; // reported by read-config.ts
  const kind = shape.kinds.find((one) => one === node.type);
  const shown = (): string => places.textOf(stated).slice(0, 80);
  if (kind === undefined) {
    if (referred) return;
    const wanted = shape.kinds.map((one) => KINDS[one]).join(' or ');
    yield [stated, `"${name}" ${shape.otherwise?.(shown()) ?? `must be ${wanted}, not ${shown()}.`}`];
    return;
  }
  const fault = shape.fault?.(stated, name, shown);
  if (fault !== undefined) {
    yield [stated, fault];
    return;
  }
  const keys = shape.keys?.() ?? {};
  for (const [key, value] of membersOf(node)) {
    const inner = Object.hasOwn(keys, key) ? keys[key] : shape.values;
    if (inner)
      yield* faultsOf({ file, node: value }, inner, name === '' ? key : `${name}.${key}`, places, open);
  }
  if (node.type === 'array' && shape.items) {
    for (const [index, item] of (node.children ?? []).entries())
      yield* faultsOf({ file, node: item }, shape.items, `${name}[${index}]`, places, open);
  }
}
