import type { PageScan, Reference, Span } from './page.ts';

/**
 * Compact form of a page scan, to store until the page is rewritten. Most of a scan is references, so each takes only
 * four numbers. Valid only for the text that was scanned.
 */
type PackedScan = Omit<PageScan, 'references'> & {
  /** Element, attribute, role and syntax of references; there are only a few distinct combinations. */
  kinds: Kind[];
  /**
   * Four numbers per reference: its kind, the start and length of its span, and the position of its value (see
   * packScan).
   */
  references: number[];
  /** Values that the text does not contain literally. */
  values: string[];
  /** Elements to remove with a reference, by reference index. */
  removable: [reference: number, span: Span][];
  /** Attributes to remove with a reference, by reference index. */
  dependent: [reference: number, span: Span][];
};

type Kind = [element: string, attribute: string, role: Reference['role'], syntax: Reference['syntax']];

export function packScan({ references, ...rest }: PageScan): string {
  const found = {
    ...rest,
    marked: rest.marked.map(({ id, span }) => ({ id, span: bare(span) })),
    unwanted: rest.unwanted.map(bare),
    charsetMetas: rest.charsetMetas.map(bare),
  };
  const packed: PackedScan = {
    ...found,
    kinds: [],
    references: [],
    values: [],
    removable: [],
    dependent: [],
  };
  references.forEach((reference, index) => {
    const { element, attribute, role, syntax, value, valueStart, span, removable, dependent } = reference;
    const kind = packed.kinds.findIndex(
      (known) => known[0] === element && known[1] === attribute && known[2] === role && known[3] === syntax,
    );
    if (kind < 0) packed.kinds.push([element, attribute, role, syntax]);
    // The value ends where the span does, or one quote earlier.
    const quote = span.end - value.length - valueStart;
    packed.references.push(
      kind < 0 ? packed.kinds.length - 1 : kind,
      span.start,
      span.end - span.start,
      valueStart < 0 ? -packed.values.push(value) : 2 * (valueStart - span.start) + quote,
    );
    if (removable) packed.removable.push([index, removable]);
    if (dependent) packed.dependent.push([index, bare(dependent)]);
  });
  return JSON.stringify(packed);
}

/** @param text the text that was scanned */
export function unpackScan(json: string, text: string): PageScan {
  const {
    kinds,
    references: numbers,
    values,
    removable,
    dependent,
    ...rest
  } = JSON.parse(json) as PackedScan;
  const references: Reference[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [element, attribute, role, syntax] = kinds[numbers[at] as number] as Kind;
    const start = numbers[at + 1] as number;
    const end = start + (numbers[at + 2] as number);
    const place = numbers[at + 3] as number;
    const valueStart = place < 0 ? -1 : start + (place >> 1);
    const value = place < 0 ? (values[-place - 1] as string) : text.slice(valueStart, end - (place & 1));
    references.push({ element, attribute, role, syntax, value, valueStart, span: { start, end } });
  }
  for (const [index, span] of removable) {
    references[index] = { ...(references[index] as Reference), removable: span };
  }
  for (const [index, span] of dependent) {
    references[index] = { ...(references[index] as Reference), dependent: span };
  }
  return {
    ...rest,
    references,
    // JSON omits undefined values.
    base: rest.base,
    baseAt: rest.baseAt,
    refresh: rest.refresh,
    scripts: rest.scripts.map((script) => ({ ...script, src: script.src })),
  };
}

/** Reduces a tag or attribute to its span. */
function bare({ start, end }: Span): Span {
  return { start, end };
}
