import { componentOf, contentOf, type Node } from '../parse/nodes.ts';
import { valueNodes } from './cards.ts';
import { el } from './element.ts';
import { heading } from './html-element.ts';
import { type ComponentFunction, type Html, type Rendering, textOfProp } from './rendering.ts';

export const steps: ComponentFunction = ({ props, children }, page) => {
  const size = textOfProp(props.titleSize);
  let number = 0;
  const items = contentOf(children).map((node) => {
    const found = componentOf(node);
    number = Number(found?.props.stepNumber) || number + 1;
    return found?.name === 'Step' && node.type === 'element'
      ? stepItem(found.props, node.children as Node[], number, size, page, node.data?.origin ?? { file: '' })
      : el('li.step', {}, el('div.step-body', {}, page.render([node])));
  });
  return [el('ol', { className: ['steps', 'doc-block'] }, items)];
};

/** A step outside of `<Steps>`. */
export const step: ComponentFunction = (given, page) => [
  el(
    'ol',
    { className: ['steps', 'doc-block'] },
    stepItem(given.props, given.children, Number(given.props.stepNumber) || 1, undefined, page, given.origin),
  ),
];

function stepItem(
  props: Readonly<Record<string, unknown>>,
  children: readonly Node[],
  number: number,
  size: string | undefined,
  page: Rendering,
  origin: Parameters<Rendering['icon']>[2],
): Html {
  const icon = page.icon(props.icon, props.iconType, origin);
  const title = props.title === undefined ? [] : valueNodes(props.title, origin);
  const tag = /^h[2-6]$/.test(textOfProp(props.titleSize) ?? size ?? '')
    ? (textOfProp(props.titleSize) ?? size ?? '')
    : 'p';
  const id = textOfProp(props.id);
  const label =
    title.length === 0
      ? []
      : tag === 'p'
        ? [
            el(
              'p.step-title',
              { id: register(id ?? page.slugs.component(textOfProp(props.title) ?? ''), page) },
              page.inline(title),
            ),
          ]
        : [heading(tag, title, id, page)];
  return el(
    'li.step',
    {},
    el('span.step-number', { ariaHidden: 'true' }, icon ?? String(number)),
    el('div.step-body', {}, label, el('div.step-content', {}, page.render(children))),
  );
}

export function register(id: string, page: Rendering): string {
  page.ids.add(id);
  return id;
}
