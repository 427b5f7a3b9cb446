import type { Element, Properties } from 'hast';
import { find, html, svg } from 'property-information';
import { isColor } from '../model/settings.ts';
import { componentOf, type Node, type Origin, type Props, toText } from '../parse/nodes.ts';
import { isElementValue } from '../parse/values-to-nodes.ts';
import type { Html, Rendering } from './rendering.ts';

/** Elements that run code, load documents or describe the page as a whole, which is up to the layout. */
const DROPPED = new Set([
  'noscript',
  'base',
  'meta',
  'link',
  'title',
  'head',
  'html',
  'body',
  'object',
  'embed',
  'applet',
  'frame',
  'frameset',
  'portal',
  'template',
  'foreignobject',
]);

/** Attributes whose value is an address. */
const LINKS = new Set(['href', 'cite', 'xLinkHref']);
const SOURCES = new Set(['src', 'poster']);

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr']);

const BLOCKS = new Set(
  'address article aside blockquote center details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul iframe'.split(
    ' ',
  ),
);

/** Renders an HTML or SVG element as its author wrote it, except for anything that would run code. */
export function htmlElement(
  name: string,
  props: Props,
  children: readonly Node[],
  origin: Origin,
  page: Rendering,
): Html[] {
  const tag = name.toLowerCase();
  if (tag === 'script') return scriptElement(props, origin, page);
  if (DROPPED.has(tag)) {
    page.report('dropped-code', `<${name}> is not included in the page.`, origin);
    return [];
  }
  if (tag === 'style') return styleElement(props, children);
  if (/^h[1-6]$/.test(tag)) {
    const title = heading(tag, children, textOf(props.id), page, props.noAnchor === undefined);
    const { id: _id, noAnchor: _noAnchor, ...rest } = props;
    title.properties = { ...propertiesOf(tag, rest, origin, page), ...title.properties };
    return [title];
  }
  const tagName = /^[a-z][\w.-]*$/i.test(name) ? (isSvgName(name) ? name : tag) : 'span';
  const element: Element = {
    type: 'element',
    tagName,
    properties: propertiesOf(tagName, props, origin, page),
    children: VOID.has(tag) ? [] : (page.render(children) as Element['children']),
  };
  if (tag === 'img') return [image(element)];
  if (tag === 'table') return [wrapped(element)];
  if (tag === 'iframe') {
    const { src } = element.properties;
    if (typeof src === 'string' && /^https?:/.test(src)) return [remoteEmbed(src, element)];
    element.properties.loading ??= 'lazy';
    element.properties.title ??= 'Embedded content';
  }
  if (tag === 'p' && element.children.some(isBlock)) {
    element.tagName = 'div';
    addClass(element, 'p');
  }
  return [element];
}

/** Replaces an embedded page of another site, which would be empty offline, with a link. */
function remoteEmbed(src: string, { properties: { title } }: Element): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: src, className: ['remote-embed'] },
    children: [{ type: 'text', value: typeof title === 'string' ? `${title}: ${src}` : src }],
  };
}

/**
 * Leaves out a script, and reports it if it would have had an effect. Scripts of the repository already run on every
 * page (build-site.ts reports those that do not, and why), and missing ones never ran. Readers do not see data for
 * search engines.
 */
function scriptElement({ src, type }: Props, origin: Origin, page: Rendering): Html[] {
  if (typeof type === 'string' && /json/.test(type)) return [];
  const address = typeof src === 'string' ? page.source(src, origin) : undefined;
  if (address?.startsWith('/') !== true || address.startsWith('//'))
    page.report('dropped-code', '<script> is not included in the page.', origin);
  return [];
}

function styleElement(props: Props, children: readonly Node[]): Html[] {
  const inner = props.dangerouslySetInnerHTML;
  const given = typeof inner === 'object' && inner !== null && '__html' in inner ? String(inner.__html) : '';
  const css = (children.map(toText).join('') + given).replace(/<(?=[a-z/!])/gi, '\\3c ');
  return [{ type: 'element', tagName: 'style', properties: {}, children: [{ type: 'text', value: css }] }];
}

/** Renders a heading with its id, its aliases by other rules such as GitHub's, and a link to itself. */
export function heading(
  tag: string,
  children: readonly Node[],
  ownId: string | undefined,
  page: Rendering,
  hasLink = true,
): Element {
  const depth = Number(tag[1]);
  const whole = children.map(toText).join('');
  const own = /\s*(?:\[#|\{#)([^\]}\s]+)[\]}]\s*$/.exec(whole);
  const inner = page.inline(own ? withoutEnd(children, own[0].length) : children);
  const text = inner.map(toText).join('').trim();
  const plain = children.map((child) => (componentOf(child) ? '' : toText(child))).join('');
  const { id, aliases } = page.slugs.heading(text, ownId ?? own?.[1], plain);
  page.ids.add(id);
  for (const alias of aliases) page.ids.add(alias);
  if (depth >= 2 && depth <= 4 && text !== '') page.toc.push({ id, text, depth });
  return {
    type: 'element',
    tagName: tag,
    properties: { id },
    children: [
      ...aliases.map((alias) => ({
        type: 'element' as const,
        tagName: 'span',
        properties: { id: alias, className: ['anchor-alias'] },
        children: [],
      })),
      ...inner,
      ...(hasLink && !page.isInLink()
        ? [
            {
              type: 'element' as const,
              tagName: 'a',
              properties: { href: `#${id}`, className: ['heading-anchor'], ariaLabel: `Link to ${text}` },
              children: [],
            },
          ]
        : []),
    ] as Element['children'],
  };
}

function withoutEnd(nodes: readonly Node[], length: number): Node[] {
  const result = [...nodes];
  let left = length;
  while (left > 0) {
    const last = result.pop();
    if (last?.type !== 'text') break;
    if (last.value.length > left) result.push({ type: 'text', value: last.value.slice(0, -left) });
    left -= last.value.length;
  }
  return result;
}

function propertiesOf(tagName: string, props: Props, origin: Origin, page: Rendering): Properties {
  const properties: Properties = {};
  for (const [key, value] of Object.entries(props)) {
    if (
      value === null ||
      value === undefined ||
      value === false ||
      key === 'children' ||
      key === 'key' ||
      key === 'ref'
    )
      continue;
    if (key in Object.prototype) continue;
    if (/^on/i.test(key)) {
      page.report('dropped-code', `The ${key} handler on <${tagName}> is not included in the page.`, origin);
      continue;
    }
    if (/^(srcdoc|formaction|dangerouslysetinnerhtml|ping|srcset)$/i.test(key)) continue;
    if (key === 'style') {
      const style = typeof value === 'string' ? value : styleText(value);
      if (style !== '') properties.style = style.replace(/url\(\s*(['"]?)javascript:/gi, 'url($1about:');
      continue;
    }
    if (typeof value === 'object' || isElementValue(value)) continue;
    if (key === 'className' || key === 'class') {
      const classes = String(value)
        .split(/\s+/)
        .filter((one) => one !== '');
      for (const one of classes) page.classes.add(one);
      properties.className = classes;
      continue;
    }
    const info = find(isSvgName(tagName) ? svg : html, key === 'htmlFor' ? 'for' : key);
    if (tagName === 'use' && LINKS.has(info.property)) {
      properties.href = drawingAddress(String(value), origin, page);
      continue;
    }
    if (LINKS.has(info.property) || SOURCES.has(info.property)) {
      const resolve = LINKS.has(info.property) ? page.href : page.source;
      const address = resolve(String(value), origin);
      if (address !== undefined) properties[info.property] = address;
      else
        page.report(
          'dropped-code',
          `The address ${JSON.stringify(String(value).slice(0, 80))} is not included in the page.`,
          origin,
        );
      continue;
    }
    if (!/^[a-z_][\w:.-]*$/i.test(info.attribute)) continue;
    if (info.property === 'id') page.ids.add(page.slugs.own(String(value)));
    properties[info.property] =
      value === true && !info.boolean && !info.overloadedBoolean ? 'true' : (value as string);
  }
  return properties;
}

/** Resolves the address of an SVG fragment: `#arrow` in the page, or `icons.svg#arrow` in a file. */
function drawingAddress(address: string, origin: Origin, page: Rendering): string | undefined {
  const [file = '', part] = address.split('#');
  const source = file === '' ? '' : page.source(file, origin);
  return source === undefined ? undefined : `${source}${part === undefined ? '' : `#${part}`}`;
}

/** Converts a React style object, such as `{ marginTop: 4 }`, to CSS. */
export function styleText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([key, one]) => {
      if (typeof one !== 'string' && typeof one !== 'number') return [];
      const name = key.startsWith('--')
        ? key
        : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, '-ms-');
      const unit = typeof one === 'number' && one !== 0 && !UNITLESS.test(name) ? 'px' : '';
      return [`${name}: ${String(one).replaceAll(';', '')}${unit}`];
    })
    .join('; ');
}

const UNITLESS =
  /^(--.*|.*opacity|z-index|flex(-grow|-shrink)?|order|font-weight|line-height|zoom|columns?|column-count|aspect-ratio|scale|grid-.*|stroke-.*|tab-size|animation-iteration-count)$/;

function image(element: Element): Html {
  element.properties.loading ??= 'lazy';
  element.properties.alt ??= '';
  return element;
}

/** Wraps a table so that it scrolls on its own if it is too wide. */
function wrapped(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-wrap'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
    children: [table],
  };
}

export function isBlock(node: Html): boolean {
  return (
    node.type === 'element' &&
    (BLOCKS.has(node.tagName) || node.properties.className?.toString().includes('doc-block') === true)
  );
}

export function addClass(element: Element, name: string): void {
  const { className } = element.properties;
  element.properties.className = [...(Array.isArray(className) ? className : []), name];
}

const SVG_NAMES = new Set(
  'svg path g circle ellipse line rect polygon polyline defs use symbol text tspan textPath clipPath mask pattern marker linearGradient radialGradient stop filter feGaussianBlur feOffset feBlend feFlood feColorMatrix feComposite feMerge feMergeNode feDropShadow image desc animate animateTransform animateMotion set'.split(
    ' ',
  ),
);

function isSvgName(name: string): boolean {
  return SVG_NAMES.has(name) && name !== 'text' && name !== 'image' && name !== 'set';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a colour given by an author, if it is a name or has three or six hexadecimal digits. */
export function colorOf(value: unknown): string | undefined {
  return typeof value === 'string' && (isColor(value) || /^[a-z]{3,20}$/i.test(value)) ? value : undefined;
}
