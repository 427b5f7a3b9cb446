import { formatNumber } from '../../../shared/numbers.ts';
/** The subset of JSON Schema (2020-12) that the API description uses. */
export type JsonSchema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}>;

/** A field for the reference. All texts are CommonMark. */
export type Field = Readonly<{
  /** `settings.maxPages`, `pages[].url` */
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Further constraints on the value, and its default. */
  constraints: readonly string[];
}>;

/**
 * Returns the fields of an object, including those of unnamed nested objects. Named objects are linked instead. For a
 * choice, returns the fields of all options.
 */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const options = alternatives(schema);
  if (options[0] !== schema) return options.flatMap((option) => fieldsOf(option, prefix));
  if (schema.items && !schema.items.$ref) return fieldsOf(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const required = (schema.required ?? []).includes(key);
    return [fieldOf(name, value, required), ...fieldsOf(value, name)];
  });
}

export function fieldOf(name: string, schema: JsonSchema, required: boolean): Field {
  return {
    name,
    type: typeOf(schema),
    required,
    description: schema.description ?? '',
    constraints: constraintsOf(schema),
  };
}

/** Returns the name of a referenced schema. */
export function nameOf($ref: string): string {
  return $ref.split('/').at(-1) ?? $ref;
}

/** Returns the anchor of a named schema. */
export function anchorOf(name: string): string {
  return `object-${name}`;
}

export function linkTo($ref: string): string {
  return `[${nameOf($ref)}](#${anchorOf(nameOf($ref))})`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return linkTo(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}${isNullable(schema) ? ' or null' : ''}`;
  if (schema.type === undefined) return schema.const === undefined ? 'any' : typeof schema.const;
  return [schema.type].flat().join(' or ');
}

function constraintsOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern } = schema;
  return [
    ...alternatives(schema)
      .filter((option) => option !== schema)
      .flatMap(constraintsOf),
    ...(schema.const === undefined ? [] : [`always ${code(schema.const)}`]),
    ...(schema.enum ? [`one of ${schema.enum.map(code).join(', ')}`] : []),
    ...(schema.items?.enum ? [`of ${schema.items.enum.map(code).join(', ')}`] : []),
    ...span(minimum, maximum, '', ''),
    ...span(minLength, maxLength, ' character', ' characters'),
    ...span(minItems, maxItems, ' entry', ' entries'),
    ...(format === undefined ? [] : [`format ${format}`]),
    ...(pattern === undefined ? [] : [`matches ${code(pattern)}`]),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
  ];
}

function span(least: number | undefined, most: number | undefined, one: string, many: string): string[] {
  const counted = (value: number): string => `${formatNumber(value)}${value === 1 ? one : many}`;
  if (least !== undefined && most !== undefined) return [`${formatNumber(least)} to ${counted(most)}`];
  if (least !== undefined) return [`at least ${counted(least)}`];
  return most === undefined ? [] : [`at most ${counted(most)}`];
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

function isNullable({ type }: JsonSchema): boolean {
  return [type].flat().includes('null');
}

/** Returns the options for a value except null, or the schema itself if there is no choice. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.filter(({ type }) => type !== 'null') : [schema];
}
