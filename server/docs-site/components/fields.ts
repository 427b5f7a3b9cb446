import { el } from './element.ts';
import { type ComponentFunction, type Html, isTrue, type Rendering, textOfProp } from './rendering.ts';
import { register } from './steps.ts';

const PLACES = ['path', 'query', 'body', 'header', 'cookie'] as const;

export type Field = Readonly<{
  name: string;
  /** Location of a parameter: path, query … */
  place?: string | undefined;
  type?: string | undefined;
  required?: boolean;
  deprecated?: boolean;
  defaultValue?: string | undefined;
  notes?: readonly string[];
}>;

export const paramField: ComponentFunction = ({ props, children }, page) => {
  const place = PLACES.find((one) => props[one] !== undefined);
  return [
    field(
      {
        ...common(props),
        name: textOfProp(place === undefined ? props.name : props[place]) ?? textOfProp(props.name) ?? '',
        place,
      },
      page.render(children),
      page,
    ),
  ];
};

export const responseField: ComponentFunction = ({ props, children }, page) => [
  field(
    { ...common(props), name: textOfProp(props.name) ?? textOfProp(props.body) ?? '' },
    page.render(children),
    page,
  ),
];

function common(props: Readonly<Record<string, unknown>>): Omit<Field, 'name'> {
  const value = props.default;
  return {
    type: textOfProp(props.type),
    required: props.required !== undefined && isTrue(props.required),
    deprecated: props.deprecated !== undefined && isTrue(props.deprecated),
    defaultValue: value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value),
    notes: [props.pre, props.post].flat().filter((note) => typeof note === 'string'),
  };
}

/** Renders a parameter or a response field with its name, type and description. */
export function field(
  { name, place, type, required, deprecated, defaultValue, notes = [] }: Field,
  content: readonly Html[],
  page: Rendering,
): Html {
  const { id, alias } = page.slugs.field(name);
  register(id, page);
  return el(
    'div',
    {
      className: ['field', 'doc-block', ...(place === undefined ? ['response-field'] : ['param-field'])],
      id,
    },
    el(
      'div.field-head',
      {},
      alias !== undefined && el('span.anchor-alias', { id: register(alias, page) }),
      name !== '' && el('a.field-name', { href: `#${id}` }, el('code', {}, name)),
      type !== undefined && el('span.field-type', {}, type),
      place !== undefined && el('span.field-place', {}, place),
      defaultValue !== undefined && el('span.field-default', {}, `default: ${defaultValue}`),
      required === true && el('span.field-required', {}, 'required'),
      deprecated === true && el('span.field-deprecated', {}, 'deprecated'),
      notes.map((note) => el('span.field-note', {}, note)),
    ),
    el('div.field-content', {}, [...content]),
  );
}
