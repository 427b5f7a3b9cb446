import { valueNodes } from './cards.ts';
import { el } from './element.ts';
import { type ComponentFunction, isTrue, textOfProp } from './rendering.ts';
import { register } from './steps.ts';

export const accordion: ComponentFunction = ({ props, children, origin }, page) => {
  const title = textOfProp(props.title);
  const description = textOfProp(props.description);
  const id = register(textOfProp(props.id) ?? page.slugs.component(title ?? 'accordion'), page);
  const icon = page.icon(props.icon, props.iconType, origin);
  return [
    el(
      'details',
      {
        className: ['accordion', 'doc-block'],
        id,
        open: props.defaultOpen !== undefined && isTrue(props.defaultOpen),
      },
      el(
        'summary',
        {},
        el('span.accordion-chevron', { ariaHidden: 'true' }, page.icon('chevron-right', 'lucide', origin)),
        icon && el('span.accordion-icon', { ariaHidden: 'true' }, icon),
        el(
          'span.accordion-title',
          {},
          title ?? page.inline(valueNodes(props.title, origin)),
          description !== undefined && el('span.accordion-description', {}, description),
        ),
      ),
      el('div.accordion-content', {}, page.render(children)),
    ),
  ];
};

export const accordionGroup: ComponentFunction = ({ children }, page) => [
  el('div', { className: ['accordion-group', 'doc-block'] }, page.render(children)),
];

export const expandable: ComponentFunction = ({ props, children, origin }, page) => {
  const title = textOfProp(props.title) ?? textOfProp(props.summary) ?? 'child attributes';
  return [
    el(
      'details',
      {
        className: ['expandable', 'doc-block'],
        open: props.defaultOpen !== undefined && isTrue(props.defaultOpen),
      },
      el(
        'summary',
        {},
        el('span.accordion-chevron', { ariaHidden: 'true' }, page.icon('chevron-right', 'lucide', origin)),
        el('span', {}, title),
      ),
      el('div.expandable-content', {}, page.render(children)),
    ),
  ];
};
