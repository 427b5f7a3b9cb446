import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

type Value = unknown;

/** Returns whether a value is true in Go's templates: empty texts, lists and maps are false. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

const indented = (spaces: Value, text: Value): string =>
  String(text).replaceAll(/^/gm, ' '.repeat(Number(spaces)));

/** Functions of Go's text/template, Sprig and Helm. */
export const FUNCTIONS: Readonly<Record<string, (...values: Value[]) => Value>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  not: (value) => !isTrue(value),
  gt: (a, b) => Number(a) > Number(b),
  int: (value) => Math.trunc(Number(value)),
  has: (item, list) => (list as Value[]).includes(item),
  contains: (part, text) => String(text).includes(String(part)),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  printf: (format, ...values) =>
    String(format).replaceAll(/%(.)/g, (_, verb: string) => {
      if (verb !== 's') throw new Error(`printf knows %s alone, not %${verb}.`);
      return String(values.shift());
    }),
  quote: (value) => JSON.stringify(String(value)),
  sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
  toYaml: (value) => stringify(value, { sortMapEntries: true, lineWidth: 0 }).trimEnd(),
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) =>
    String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
  nindent: (spaces, text) => `\n${indented(spaces, text)}`,
  fail: (why) => {
    throw new Error(String(why));
  },
};
