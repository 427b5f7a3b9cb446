import type { Schema } from '../../server/api/contract.test-support.ts';
import type { Random } from './random.ts';

/** Existing values, by the name of the field or parameter that accepts them. */
export type Pool = Readonly<Record<string, readonly unknown[]>>;

export type Values = Readonly<{
  /** A value that matches a schema; for a name in the pool, usually an existing one. */
  valid: (schema: Schema, name?: string) => unknown;
  /** A value that most likely breaks a schema in a single way. */
  nearlyValid: (schema: Schema, name?: string) => unknown;
  /** Any value. */
  wild: () => unknown;
}>;

const DEPTH_MAX = 4;

/** Generates values from JSON schemas (2020-12, the subset that zod generates). */
export function valuesFrom(random: Random, pool: Pool, schemas: Readonly<Record<string, Schema>>): Values {
  const { pick, chance, below } = random;

  const valid = (schema: Schema, name = '', depth = 0): unknown => {
    const known = pool[name];
    if (known && known.length > 0 && schema.type !== 'array' && chance(0.9)) return pick(known);
    if (typeof schema.$ref === 'string') {
      return valid(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, depth);
    }
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return pick(schema.enum as unknown[]);
    const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (variants) return valid(pick(variants), name, depth);
    switch (Array.isArray(schema.type) ? pick(schema.type as string[]) : schema.type) {
      case 'object':
        return objectOf(schema, depth);
      case 'array':
        return arrayOf(schema, name, depth);
      case 'string':
        return textOf(schema);
      case 'integer':
        return numberOf(schema);
      case 'number':
        return numberOf(schema) + (chance(0.5) ? 0.5 : 0);
      case 'boolean':
        return chance(0.5);
      case 'null':
        return null;
      default:
        return depth < DEPTH_MAX ? wild() : null;
    }
  };

  const objectOf = ({ properties, required, additionalProperties }: Schema, depth: number): unknown => {
    const made: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
      const isRequired = Array.isArray(required) && required.includes(name);
      if (isRequired || (depth < DEPTH_MAX && chance(0.3))) made[name] = valid(schema, name, depth + 1);
    }
    if (additionalProperties !== false && chance(0.1)) made[text(6)] = wild();
    return made;
  };

  const arrayOf = (schema: Schema, name: string, depth: number): unknown[] => {
    const least = Number(schema.minItems ?? 0);
    const most = Math.min(Number(schema.maxItems ?? 4), least + 4);
    return Array.from({ length: least + below(most - least + 1) }, () =>
      valid((schema.items ?? {}) as Schema, name, depth + 1),
    );
  };

  const textOf = ({ format, pattern, minLength, maxLength }: Schema): string => {
    if (format === 'date-time') return new Date(Date.now() + (below(2e9) - 5e8)).toISOString();
    if (format === 'uri') return `https://${text(8)}.example/${text(4)}`;
    if (typeof pattern === 'string') {
      const fitting = TEXTS.filter((candidate) => new RegExp(pattern, 'u').test(candidate));
      if (fitting.length > 0) return pick(fitting);
    }
    const least = Number(minLength ?? 0);
    return text(least + below(Math.min(Number(maxLength ?? 20), least + 20) - least + 1)).padEnd(least, 'x');
  };

  const numberOf = ({ minimum, maximum, exclusiveMinimum }: Schema): number => {
    const least = Number(minimum ?? exclusiveMinimum ?? 0);
    const most = Number(maximum ?? least + 1000);
    return pick([least, most, least + below(Math.min(most - least, 2 ** 31) + 1)]);
  };

  const nearlyValid = (schema: Schema, name = ''): unknown => broken(valid(schema, name));

  const broken = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0 && chance(0.7)) {
      const at = below(value.length);
      return value.map((item: unknown, index) => (index === at ? broken(item) : item));
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && chance(0.85)) {
      const names = Object.keys(value);
      if (names.length === 0 || chance(0.2)) return { ...value, [pick([text(5), ...NAMES])]: wild() };
      const name = pick(names);
      const { [name]: inner, ...rest } = value as Record<string, unknown>;
      return chance(0.2) ? rest : { ...rest, [name]: broken(inner) };
    }
    if (typeof value === 'number')
      return pick([-value - 1, value + 0.5, value * 1e6, String(value), 1e308, null]);
    if (typeof value === 'string' && chance(0.5)) {
      return pick([`${value} `, value.toUpperCase(), `${value}${pick(TEXTS)}`, value.slice(1), `\0${value}`]);
    }
    return wild();
  };

  const wild = (depth = 0): unknown => {
    const kind = below(depth > 3 ? 4 : 7);
    if (kind === 0) return pick([0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]);
    if (kind === 1) return pick([true, false, null]);
    if (kind <= 3) return chance(0.5) ? pick(TEXTS) : text(below(40));
    if (kind === 4) return Array.from({ length: below(4) }, () => wild(depth + 1));
    if (kind === 5) return deep(below(500));
    return Object.fromEntries(
      Array.from({ length: below(4) }, () => [pick([...NAMES, text(4)]), wild(depth + 1)]),
    );
  };

  const deep = (depth: number): unknown => {
    let value: unknown = null;
    for (let at = 0; at < depth; at++) value = chance(0.5) ? [value] : { a: value };
    return value;
  };

  const text = (length: number): string => Array.from({ length }, () => pick(LETTERS)).join('');

  return { valid: (schema, name) => valid(schema, name), nearlyValid, wild: () => wild() };
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

const NAMES = ['__proto__', 'constructor', 'toString', '', 'jobId', 'domain', 'settings', '\u0000', 'ключ'];

/** Texts that have broken programs before, and texts in formats that schemas ask for. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'true',
  'null',
  'undefined',
  'NaN',
  'v1.2',
  'docs.example',
  'https://docs.example',
  '2030-01-01T00:00:00Z',
  '2030-02-30T00:00:00Z',
  'se_0123456789abcdef',
  '../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'C:\\',
  '%2e%2e%2f',
  '%',
  '%zz',
  "'; DROP TABLE export_jobs; --",
  '$(id)',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u0000',
  '\r\nX-Injected: 1',
  '\uD800',
  '\u{1F98A}\u{1F98A}',
  'İıſß',
  '\u202Eabc',
  'a'.repeat(5000),
  '9'.repeat(400),
  '('.repeat(200),
  '*'.repeat(100),
  '+(a|aa)',
];
