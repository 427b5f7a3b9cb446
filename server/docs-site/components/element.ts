import type { Element, Properties } from 'hast';
import { h, s } from 'hastscript';
import type { Html } from './rendering.ts';

type Child = Html | string | null | undefined | false | readonly Child[];

/** Creates an element of the generator's own. Strings in `children` become text, never HTML. */
export function el(selector: string, properties: Properties, ...children: Child[]): Element {
  return h(selector, properties, ...flat(children)) as Element;
}

export function svg(selector: string, properties: Properties, ...children: Child[]): Element {
  return s(selector, properties, ...flat(children)) as Element;
}

function flat(children: readonly Child[]): (Html | string)[] {
  return children.flatMap((child) =>
    Array.isArray(child)
      ? flat(child)
      : child === null || child === undefined || child === false
        ? []
        : [child as Html | string],
  );
}
