import type { Element } from 'hast';
import type { DrawnNode } from '../diagrams.ts';
import type { Origin } from '../parse/nodes.ts';
import { el } from './element.ts';
import type { Html, Rendering } from './rendering.ts';

const SVG = new Set(
  'svg g path circle ellipse line rect polygon polyline defs use symbol text tspan textPath clipPath mask pattern marker linearGradient radialGradient stop filter feGaussianBlur feOffset feBlend feFlood feComposite feMerge feMergeNode feDropShadow image switch title desc foreignObject style a'.split(
    ' ',
  ),
);
/** HTML elements used in labels. */
const LABELS = new Set(
  'div span p br b i em strong u s code pre ul ol li sup sub small img table tbody tr td th'.split(' '),
);

/**
 * Renders a drawn diagram. It was drawn from an author's text, so elements that run code and addresses of other sites
 * are removed.
 */
export function diagramElement(
  { light, dark }: Readonly<{ light: DrawnNode; dark?: DrawnNode | undefined }>,
  origin: Origin,
  page: Rendering,
): Element {
  const one = (drawing: DrawnNode, properties: Record<string, string>): Html =>
    el('div.diagram-drawing', properties, cleaned(drawing, origin, page));
  return el(
    'figure',
    { className: ['diagram', 'doc-block'], tabIndex: 0, role: 'group', ariaLabel: 'Diagram' },
    dark === undefined
      ? one(light, {})
      : [one(light, { dataFor: 'light' }), one(dark, { dataFor: 'dark', ariaHidden: 'true' })],
  );
}

function cleaned(node: DrawnNode, origin: Origin, page: Rendering): Html[] {
  if (typeof node === 'string') return [{ type: 'text', value: node }];
  const { tag } = node;
  if (!SVG.has(tag) && !LABELS.has(tag)) return [];
  if (tag === 'style') return [styleOf(node.children)];
  const children = node.children.flatMap((child) => cleaned(child, origin, page)) as Element['children'];
  return [{ type: 'element', tagName: tag, properties: attributesOf(node, origin, page), children }];
}

function styleOf(children: readonly DrawnNode[]): Html {
  const css = children.filter((child) => typeof child === 'string').join('');
  const value = css.replace(/<(?=[a-z/!])/gi, '\\3c ').replace(/@import[^;]*;?/gi, '');
  return { type: 'element', tagName: 'style', properties: {}, children: [{ type: 'text', value }] };
}

function attributesOf(
  { tag, attributes }: Exclude<DrawnNode, string>,
  origin: Origin,
  page: Rendering,
): Element['properties'] {
  const properties: Element['properties'] = {};
  for (const [name, value] of Object.entries(attributes)) {
    // The drawing's own role, tab index and labels do not apply: the surrounding figure has a role and a label.
    if (/^(on|xmlns|role$|tabindex$|aria-(roledescription|labelledby|describedby)$)/i.test(name)) continue;
    if (!/^[a-z_][\w:.-]*$/i.test(name)) continue;
    if (/^(href|xlink:href|src)$/i.test(name)) {
      const address = tag === 'a' ? page.href(value, origin) : /^(#|data:image\/)/.test(value) && value;
      if (typeof address === 'string') properties[name === 'xlink:href' ? 'href' : name] = address;
    } else if (!/url\((?!['"]?#)/i.test(value)) properties[name] = value;
  }
  return properties;
}
