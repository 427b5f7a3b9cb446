/** A JSON value with the place where it stands, so that one value can be changed and every other byte stays. */
export type JsonNode = Readonly<{ start: number; end: number }> &
  (
    | Readonly<{
        kind: 'object';
        members: readonly Readonly<{ key: string; keyStart: number; value: JsonNode }>[];
      }>
    | Readonly<{ kind: 'array'; items: readonly JsonNode[] }>
    | Readonly<{ kind: 'scalar'; value: string | number | boolean | null }>
  );

export class JsonFault extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(what: string, line: number) {
    super(`${what} in line ${line}`);
    this.name = 'JsonFault';
    this.line = line;
  }
}

const MAX_DEPTH = 200;

/**
 * Reads JSON (RFC 8259) with positions.
 * @throws JsonFault
 */
export function parseJson(text: string): JsonNode {
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  const fail = (what: string): never => {
    throw new JsonFault(what, text.slice(0, at).split('\n').length);
  };
  const space = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  };
  const scalar = (): JsonNode => {
    const token = /^(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)/.exec(text.slice(at, at + 1_000_000))?.[0];
    if (token === undefined)
      return fail(
        at >= text.length ? 'The text ends early' : `Unexpected ${JSON.stringify(text.charAt(at))}`,
      );
    try {
      const value = JSON.parse(token) as string | number | boolean | null;
      const node: JsonNode = { kind: 'scalar', value, start: at, end: at + token.length };
      at += token.length;
      return node;
    } catch {
      return fail(`Unexpected ${token.slice(0, 20)}`);
    }
  };
  const value = (depth: number): JsonNode => {
    if (depth > MAX_DEPTH) fail('Too many levels');
    space();
    const start = at;
    const open = text.charAt(at);
    if (open !== '{' && open !== '[') return scalar();
    at++;
    const members: { key: string; keyStart: number; value: JsonNode }[] = [];
    const items: JsonNode[] = [];
    const close = open === '{' ? '}' : ']';
    for (let first = true; ; first = false) {
      space();
      if (text.charAt(at) === close) {
        if (!first) fail('A comma without a value behind it');
        at++;
        break;
      }
      if (open === '[') items.push(value(depth + 1));
      else {
        const key = scalar();
        if (key.kind !== 'scalar' || typeof key.value !== 'string') return fail('A name has to be a string');
        space();
        if (text.charAt(at) !== ':') fail('Expected ":"');
        at++;
        members.push({ key: key.value, keyStart: key.start, value: value(depth + 1) });
      }
      space();
      if (text.charAt(at) === close) {
        at++;
        break;
      }
      if (text.charAt(at) !== ',') fail(`Expected "," or "${close}"`);
      at++;
    }
    return open === '{'
      ? { kind: 'object', members, start, end: at }
      : { kind: 'array', items, start, end: at };
  };

  const root = value(0);
  space();
  if (at < text.length) fail('Something follows the end of the JSON');
  return root;
}

/** The value of a name, or undefined. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.findLast((entry) => entry.key === key)?.value : undefined;
}

export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Inserts an item (JSON text) into an array in the layout that the array has. `index` is the place that it gets. */
export function insertItem(text: string, array: JsonNode, index: number, item: string): string {
  if (array.kind !== 'array') throw new Error('Not an array');
  const { items } = array;
  if (items.length === 0) return splice(text, array.start, array.end, `[${item}]`);
  const before = items[index - 1];
  const next = items[index];
  if (before) {
    const lead = leadOf(text, items.length > 1 && items[0] === before ? (items[1] ?? before) : before);
    return splice(text, before.end, before.end, `,${lead === '' && items.length === 1 ? ' ' : lead}${item}`);
  }
  const first = next ?? items[0];
  if (!first) return text;
  const gap = items[1] ? leadOf(text, items[1]) : leadOf(text, first) || ' ';
  return splice(text, first.start, first.start, `${item},${gap}`);
}

/** Takes an item out of an array, together with the comma and the space that belong to it. */
export function removeItem(text: string, array: JsonNode, index: number): string {
  if (array.kind !== 'array') throw new Error('Not an array');
  const item = array.items[index];
  const before = array.items[index - 1];
  const next = array.items[index + 1];
  if (!item) return text;
  if (before) return splice(text, before.end, item.end, '');
  if (next) return splice(text, item.start, next.start, '');
  return splice(text, array.start, array.end, '[]');
}

export function splice(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}

/** The white space before a value, back to the comma or bracket. */
function leadOf(text: string, node: JsonNode): string {
  let start = node.start;
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start--;
  return text.slice(start, node.start);
}
