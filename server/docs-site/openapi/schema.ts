import { listOf, recordOf, textIn, type Values } from '../model/values.ts';
import { type ApiDocument, dereferenced } from './documents.ts';

export type Direction = 'request' | 'response';

/** Returns a schema with its `$ref` followed and its `allOf` merged. */
export function resolved(schema: unknown, document: ApiDocument, depth = 0): Values {
  const found = recordOf(dereferenced(schema, document)) ?? {};
  const parts = listOf(found.allOf);
  if (parts.length === 0 || depth > 20) return found;
  const known = MERGED.get(found);
  if (known) return known;
  MERGED.set(found, { ...found, allOf: undefined }); // for parts that refer back to it
  const merged: Record<string, unknown> = {};
  for (const part of [
    ...parts.map((one) => resolved(one, document, depth + 1)),
    { ...found, allOf: undefined },
  ]) {
    for (const [key, value] of Object.entries(part)) {
      if (value === undefined) continue;
      const known = merged[key];
      if (key === 'properties') merged[key] = { ...recordOf(known), ...recordOf(value) };
      else if (key === 'required') merged[key] = [...new Set([...listOf(known), ...listOf(value)])];
      else merged[key] = value;
    }
  }
  MERGED.set(found, merged);
  return merged;
}

/** Merged schemas, so that each is merged only once. */
const MERGED = new WeakMap<Values, Values>();
/** Type names, by nesting depth. */
const NAMED = new WeakMap<Values, string[]>();
const NAME_MAX = 1_000;

/** Returns the type of a schema: `string`, `integer<int64>`, `User[]`, `string | null`, `enum<string>`. */
export function typeName(schema: unknown, document: ApiDocument, depth = 0): string {
  const values = resolved(schema, document);
  if (depth > 6) return 'object';
  const known = NAMED.get(values) ?? [];
  NAMED.set(values, known);
  known[depth] ??= shortened(ownTypeName(values, document, depth));
  return known[depth];
}

function shortened(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}

function ownTypeName(values: Values, document: ApiDocument, depth: number): string {
  const choices = listOf(values.oneOf ?? values.anyOf);
  if (choices.length > 0)
    return [
      ...new Set(
        choices.map((one) => textIn(resolved(one, document), 'title') ?? typeName(one, document, depth + 1)),
      ),
    ].join(' | ');
  const stated = Array.isArray(values.type)
    ? values.type.filter((one) => typeof one === 'string')
    : typeof values.type === 'string'
      ? [values.type]
      : [];
  const types = stated.map((type) => {
    if (type === 'array') return `${typeName(values.items ?? {}, document, depth + 1)}[]`;
    return Array.isArray(values.enum) ? `enum<${type}>` : type;
  });
  if (types.length === 0)
    types.push(
      values.properties ? 'object' : Array.isArray(values.enum) ? 'enum' : values.items ? 'array' : 'any',
    );
  const format = textIn(values, 'format');
  const named =
    format === undefined || types[0]?.includes('<') ? types : [`${types[0]}<${format}>`, ...types.slice(1)];
  if (values.nullable === true && !named.includes('null')) named.push('null');
  return named.join(' | ');
}

/** Returns the fields of an object, or of the objects in an array. */
export function fieldsOf(
  schema: unknown,
  document: ApiDocument,
  direction: Direction,
): { name: string; schema: unknown; required: boolean }[] {
  const values = itemsOf(resolved(schema, document), document);
  const required = new Set(listOf(values.required));
  return Object.entries(recordOf(values.properties) ?? {}).flatMap(([name, property]) => {
    const own = resolved(property, document);
    if (
      own[direction === 'request' ? 'readOnly' : 'writeOnly'] === true ||
      own['x-hidden'] === true ||
      own['x-excluded'] === true
    )
      return [];
    return [{ name, schema: property, required: required.has(name) }];
  });
}

/** Returns the innermost items of nested arrays. */
export function itemsOf(values: Values, document: ApiDocument): Values {
  let found = values;
  for (let depth = 0; depth < 5 && (found.type === 'array' || (found.items && !found.properties)); depth++)
    found = resolved(found.items, document);
  return found;
}

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': '2023-11-07T05:31:56Z',
  date: '2023-12-25',
  time: '05:31:56Z',
  email: 'jsmith@example.com',
  uuid: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  uri: 'https://example.com',
  url: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'aGVsbG8=',
  binary: '<file>',
};

/** Maximum length of a generated example: nested schemas multiply it. */
const EXAMPLE_MAX = 200_000;
/** Approximate length of a name or value in it, with quotes and indentation. */
const VALUE_LENGTH = 20;

/**
 * Returns a value that a schema allows: its author's example, or one generated from its types, which is cut off if it is
 * too long.
 */
export function exampleOf(
  schema: unknown,
  document: ApiDocument,
  direction: Direction,
  open: readonly unknown[] = [],
  room = { left: EXAMPLE_MAX },
): unknown {
  const target = dereferenced(schema, document);
  if (open.includes(target) || open.length > 12 || room.left <= 0) return undefined;
  room.left -= VALUE_LENGTH;
  const values = resolved(schema, document);
  const stated =
    values.example ?? listOf(values.examples)[0] ?? values.const ?? values.default ?? listOf(values.enum)[0];
  if (stated !== undefined) {
    room.left -= JSON.stringify(stated)?.length ?? 0;
    return stated;
  }
  const inner = (one: unknown): unknown => exampleOf(one, document, direction, [...open, target], room);
  const [choice] = listOf(values.oneOf ?? values.anyOf);
  if (choice !== undefined && !values.properties) return inner(choice);
  const type = Array.isArray(values.type) ? values.type.find((one) => one !== 'null') : values.type;
  if (type === 'array' || (type === undefined && values.items)) {
    const item = inner(values.items ?? {});
    return item === undefined ? [] : [item];
  }
  if (type === 'object' || values.properties) {
    const entries = fieldsOf(values, document, direction).flatMap(({ name, schema: property }) => {
      room.left -= name.length + VALUE_LENGTH;
      const value = inner(property);
      return value === undefined ? [] : [[name, value] as const];
    });
    return entries.length === 0 && recordOf(values.additionalProperties)
      ? { key: inner(values.additionalProperties) }
      : Object.fromEntries(entries);
  }
  if (type === 'integer' || type === 'number')
    return typeof values.minimum === 'number' ? values.minimum : 123;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'string' ? (BY_FORMAT[textIn(values, 'format') ?? ''] ?? '<string>') : undefined;
}
