import { contentOf, type Origin } from '../parse/nodes.ts';
import { nodesOf } from '../parse/values-to-nodes.ts';
import { el } from './element.ts';
import { colorOf } from './html-element.ts';
import { type ComponentFunction, type Html, isTrue, type Rendering, textOfProp } from './rendering.ts';

export const card: ComponentFunction = ({ props, children, origin }, page) => {
  const title = props.title;
  const href = linkOf(props.href, origin, page);
  const image = textOfProp(props.img);
  const icon = page.icon(props.icon, props.iconType, origin);
  const color = colorOf(props.color);
  const cta = textOfProp(props.cta);
  const isOutside = href !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(href);
  const showsArrow = props.arrow === undefined ? isOutside : isTrue(props.arrow);
  const body =
    contentOf(children).length > 0
      ? page.render(children)
      : textOfProp(props.description)
        ? [el('p', {}, textOfProp(props.description))]
        : [];
  const source = image === undefined ? undefined : page.source(image, origin);
  const inner: Html[] = [
    ...(source === undefined ? [] : [el('img.card-image', { src: source, alt: '', loading: 'lazy' })]),
    el(
      'span.card-body',
      {},
      icon &&
        el(
          'span.card-icon',
          { ariaHidden: 'true', ...(color !== undefined && { style: `color: ${color}` }) },
          icon,
        ),
      el(
        'span.card-text',
        {},
        title !== undefined &&
          el(
            'span.card-title',
            {},
            typeof title === 'string' ? title : page.inline(valueNodes(title, origin)),
          ),
        el('div.card-content', {}, body),
        cta !== undefined && el('span.card-cta', {}, cta),
      ),
      showsArrow &&
        href !== undefined &&
        el('span.card-arrow', { ariaHidden: 'true' }, page.icon('arrow-up-right', 'lucide', origin)),
    ),
  ];
  const classes = ['card', 'doc-block', ...(isTrue(props.horizontal) ? ['horizontal'] : [])];
  // Links cannot be nested: a separate link covers the card instead.
  if (href === undefined || hasLink(body)) {
    return [
      el(
        'div',
        { className: classes },
        ...inner,
        href !== undefined && el('a.card-cover', { href, ariaLabel: textOfProp(title) ?? cta ?? 'Open' }),
      ),
    ];
  }
  return [el('a', { className: classes, href }, ...inner)];
};

function linkOf(value: unknown, origin: Origin, page: Rendering): string | undefined {
  const address = textOfProp(value);
  return address === undefined || address === '' ? undefined : page.href(address, origin);
}

function hasLink(nodes: readonly Html[]): boolean {
  return nodes.some(
    (node) =>
      node.type === 'element' &&
      (['a', 'button', 'summary', 'iframe', 'video', 'input'].includes(node.tagName) ||
        hasLink(node.children)),
  );
}

export const columns: ComponentFunction = ({ props, children }, page) => {
  const count = Number(props.cols ?? props.columns ?? 2);
  const cols = Number.isInteger(count) && count >= 1 && count <= 6 ? count : 2;
  return [
    el(
      'div',
      { className: ['columns', 'card-group', 'doc-block'], style: `--cols: ${cols}` },
      page.render(contentOf(children)),
    ),
  ];
};

export const column: ComponentFunction = ({ children }, page) => [
  el('div', { className: ['column', 'doc-block'] }, page.render(children)),
];

export const tile: ComponentFunction = ({ props, children, origin }, page) => {
  const href = linkOf(props.href, origin, page);
  return [
    el(
      href === undefined ? 'div' : 'a',
      { className: ['tile', 'doc-block'], ...(href !== undefined && { href }) },
      el('div.tile-preview', {}, page.render(children)),
      el('span.tile-title', {}, textOfProp(props.title)),
      el('span.tile-description', {}, textOfProp(props.description)),
    ),
  ];
};

/** Converts the value of a property, such as an element, to nodes. */
export function valueNodes(value: unknown, origin: Origin): ReturnType<typeof nodesOf> {
  return nodesOf(value, { origin, slots: [], page: () => [], take: () => true, takeNodes: () => true });
}
