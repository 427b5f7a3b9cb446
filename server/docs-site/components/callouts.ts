import { el } from './element.ts';
import { colorOf } from './html-element.ts';
import { type ComponentFunction, textOfProp } from './rendering.ts';

const ICONS = {
  note: 'circle-info',
  info: 'circle-info',
  tip: 'lightbulb',
  warning: 'triangle-exclamation',
  danger: 'circle-exclamation',
  check: 'check',
} as const;

type CalloutKind = keyof typeof ICONS;

export function callout(kind: CalloutKind): ComponentFunction {
  return ({ props, children, origin }, page) => {
    const title = textOfProp(props.title);
    const icon = page.icon(props.icon ?? ICONS[kind], props.iconType ?? 'solid', origin);
    return [
      el(
        'div.callout',
        { className: ['callout', `${kind}-admonition`], dataCalloutType: kind, role: 'note' },
        el('span.callout-icon', { ariaHidden: 'true' }, icon),
        el(
          'div.callout-content',
          { className: ['prose'] },
          title !== undefined && el('p.callout-title', {}, title),
          page.render(children),
        ),
      ),
    ];
  };
}

export const freeCallout: ComponentFunction = (given, page) => {
  const { props, children, origin } = given;
  const type = textOfProp(props.type)?.toLowerCase();
  if (type !== undefined && type in ICONS) return callout(type as CalloutKind)(given, page);
  const color = colorOf(props.color);
  const emoji = textOfProp(props.emoji);
  const title = textOfProp(props.title);
  return [
    el(
      'div.callout',
      {
        dataCalloutType: 'custom',
        role: 'note',
        ...(color !== undefined && { style: `--callout: ${color}` }),
      },
      (emoji !== undefined || props.icon !== undefined) &&
        el(
          'span.callout-icon',
          { ariaHidden: 'true' },
          emoji ?? page.icon(props.icon, props.iconType, origin),
        ),
      el(
        'div.callout-content',
        { className: ['prose'] },
        title !== undefined && el('p.callout-title', {}, title),
        page.render(children),
      ),
    ),
  ];
};
