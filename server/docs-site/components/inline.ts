import { el } from './element.ts';
import { colorOf } from './html-element.ts';
import { type ComponentFunction, textOfProp } from './rendering.ts';

export const icon: ComponentFunction = ({ props, origin }, page) => {
  const found = page.icon(props.icon ?? props.name, props.iconType ?? props.style, origin);
  if (!found) return [];
  const size = Number(props.size);
  const color = colorOf(props.color);
  const style = [
    ...(size > 0 && size < 500 ? [`font-size: ${size}px`] : []),
    ...(color === undefined ? [] : [`color: ${color}`]),
  ].join('; ');
  const classes =
    textOfProp(props.className)
      ?.split(/\s+/)
      .filter((name) => name !== '') ?? [];
  for (const name of classes) page.classes.add(name);
  return [
    el(
      'span',
      { className: ['icon', ...classes], ariaHidden: 'true', ...(style !== '' && { style }) },
      found,
    ),
  ];
};

/** A word with a pop-up explanation. Screen readers read the explanation with the word. */
export const tooltip: ComponentFunction = ({ props, children, origin }, page) => {
  const headline = textOfProp(props.headline);
  const tip = textOfProp(props.tip) ?? '';
  const cta = textOfProp(props.cta);
  const address = textOfProp(props.href);
  const href = address === undefined ? undefined : page.href(address, origin);
  return [
    el(
      'span.tooltip',
      { tabIndex: 0 },
      el('span.tooltip-word', {}, page.inline(children)),
      el(
        'span.tooltip-tip',
        { role: 'tooltip' },
        headline !== undefined && el('strong', {}, headline),
        el('span', {}, tip),
        href !== undefined && el('a', { href }, cta ?? 'Read more'),
      ),
    ),
  ];
};

const COLORS = [
  'gray',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'purple',
  'white',
  'surface',
  'white-destructive',
  'surface-destructive',
];

export const badge: ComponentFunction = ({ props, children, origin }, page) => {
  const color = textOfProp(props.color) ?? textOfProp(props.intent) ?? 'gray';
  const own = COLORS.includes(color) ? undefined : colorOf(color);
  return [
    el(
      'span',
      {
        className: [
          'badge',
          `badge-${COLORS.includes(color) ? color : 'gray'}`,
          ...(props.shape === 'rounded' ? ['badge-rounded'] : []),
        ],
        ...(own !== undefined && { style: `--badge: ${own}` }),
      },
      page.icon(props.icon, props.iconType, origin),
      page.inline(children),
    ),
  ];
};
