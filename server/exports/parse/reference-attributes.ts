import type { Role } from './page.ts';

/** Attributes that refer to an address, by element, with their roles (WHATWG HTML, "Attributes"; SVG 2). */
const roles: readonly [element: string, Readonly<Record<string, Role>>][] = [
  ['a', { href: 'link', 'xlink:href': 'link' }],
  ['area', { href: 'link' }],
  ['img', { src: 'asset', srcset: 'asset', longdesc: 'link' }],
  ['source', { src: 'asset', srcset: 'asset' }],
  ['video', { src: 'asset', poster: 'asset' }],
  ['audio', { src: 'asset' }],
  ['track', { src: 'asset' }],
  ['iframe', { src: 'frame', srcdoc: 'frame' }],
  ['frame', { src: 'frame' }],
  ['object', { data: 'frame' }],
  ['embed', { src: 'frame' }],
  ['script', { src: 'asset', href: 'asset', 'xlink:href': 'asset' }],
  ['input', { src: 'asset', formaction: 'link' }],
  ['button', { formaction: 'link' }],
  ['form', { action: 'link' }],
  ['use', { href: 'asset', 'xlink:href': 'asset' }],
  ['image', { href: 'asset', 'xlink:href': 'asset', src: 'asset', srcset: 'asset' }], // outside SVG it is an `img`
  ['feImage', { href: 'asset', 'xlink:href': 'asset' }],
  ['feimage', { href: 'asset', 'xlink:href': 'asset' }],
];
export const ROLES: ReadonlyMap<string, ReadonlyMap<string, Role>> = new Map(
  roles.map(([element, attributes]) => [element, new Map(Object.entries(attributes))]),
);

export const BACKGROUND_ELEMENTS = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
/** SVG attributes whose CSS value may refer to another file (SVG 2, "Presentation attributes"). */
export const PAINT_ATTRIBUTES = new Set([
  'clip-path',
  'fill',
  'filter',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);
/** Elements that may precede a charset declaration without ending or delaying the head. */
export const METADATA_ELEMENTS = new Set(['html', 'head', 'title', 'base', 'meta', 'link']);
export const LOADING_RELATIONS = new Set([
  'stylesheet',
  'icon',
  'shortcut',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'apple-touch-startup-image',
  'mask-icon',
  'fluid-icon',
  'manifest',
  'preload',
  'modulepreload',
  'prefetch',
]);
export const CONNECTION_HINTS = new Set(['preconnect', 'dns-prefetch', 'prerender']);
export const PREVIEW_IMAGES = new Set([
  'og:image',
  'og:image:url',
  'og:image:secure_url',
  'og:video',
  'og:audio',
  'twitter:image',
  'twitter:image:src',
  'msapplication-tileimage',
]);
/** Properties with which a page declares its own public address. */
export const OWN_ADDRESSES = new Set(['og:url', 'twitter:url']);
export const LANDMARKS = new Set([
  'body',
  'main',
  'nav',
  'aside',
  'header',
  'footer',
  'article',
  'form',
  'frameset',
]);
export const VOID_ELEMENTS = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
