import { type Node, type ParseOptions, parseTree, printParseErrorCode, visit } from 'jsonc-parser';

/** JSON value with its position in the text, so that it can be changed while every other byte stays the same. */
export type JsonNode = Node;

export class JsonFault extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(what: string, line: number) {
    super(`${what} on line ${line}`);
    this.name = 'JsonFault';
    this.line = line;
  }
}

/** RFC 8259 and nothing more. */
const STRICT: ParseOptions = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
/** The library parses recursively; deeper nesting would overflow the stack. */
const MAX_DEPTH = 200;

/**
 * Reads JSON (RFC 8259) with positions.
 * @throws JsonFault
 */
export function parseJson(text: string): JsonNode {
  // A space in place of a byte order mark keeps the positions.
  const json = text.replace(/^\uFEFF/, ' ');
  let depth = 0;
  const enter = (_offset: number, _length: number, line: number): void => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new JsonFault('Too many nested levels', line + 1);
  };
  const leave = (): void => {
    depth -= 1;
  };
  // parseTree() recovers from errors by guessing, so look for the first error beforehand.
  visit(
    json,
    {
      onObjectBegin: enter,
      onObjectEnd: leave,
      onArrayBegin: enter,
      onArrayEnd: leave,
      onError: (code, _offset, _length, line) => {
        const what = printParseErrorCode(code).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
        throw new JsonFault(what, line + 1);
      },
    },
    STRICT,
  );
  const root = parseTree(json, [], STRICT);
  if (!root) throw new Error('Valid JSON must have a root value');
  return root;
}

/** Returns the keys and values of an object, in order. */
export function membersOf(node: JsonNode | undefined): { key: string; value: JsonNode }[] {
  if (node?.type !== 'object') return [];
  return itemsOf(node).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ key: String(key.value), value }] : [],
  );
}

export function itemsOf(node: JsonNode): readonly JsonNode[] {
  return node.children ?? [];
}

export function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

/** Returns the value of a key, or undefined. If a key occurs twice, the last one counts, as in JSON.parse(). */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return membersOf(node).findLast((entry) => entry.key === key)?.value;
}

export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? (node.value as string) : undefined;
}

/** Inserts an item (JSON text) into an array, in the array's own layout. `index` is the item's new position. */
export function insertItem(text: string, array: JsonNode, index: number, item: string): string {
  if (array.type !== 'array') throw new Error('Not an array');
  const items = itemsOf(array);
  if (items.length === 0) return splice(text, array.offset, endOf(array), `[${item}]`);
  const before = items[index - 1];
  const next = items[index];
  if (before) {
    const lead = leadOf(text, items.length > 1 && items[0] === before ? (items[1] ?? before) : before);
    return splice(
      text,
      endOf(before),
      endOf(before),
      `,${lead === '' && items.length === 1 ? ' ' : lead}${item}`,
    );
  }
  const first = next ?? items[0];
  if (!first) return text;
  const gap = items[1] ? leadOf(text, items[1]) : leadOf(text, first) || ' ';
  return splice(text, first.offset, first.offset, `${item},${gap}`);
}

/** Removes an item from an array, together with its comma and white space. */
export function removeItem(text: string, array: JsonNode, index: number): string {
  if (array.type !== 'array') throw new Error('Not an array');
  const items = itemsOf(array);
  const item = items[index];
  const before = items[index - 1];
  const next = items[index + 1];
  if (!item) return text;
  if (before) return splice(text, endOf(before), endOf(item), '');
  if (next) return splice(text, item.offset, next.offset, '');
  return splice(text, array.offset, endOf(array), '[]');
}

export function splice(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}

/** Returns the white space before a value, back to the comma or bracket. */
function leadOf(text: string, node: JsonNode): string {
  let start = node.offset;
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start--;
  return text.slice(start, node.offset);
}
