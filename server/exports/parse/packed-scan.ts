import type { PageScan, Reference, Span } from './page.ts';

/**
 * What was found in a page, to be put aside until the page is rewritten: most of it are references, each as four
 * numbers. They hold for the text that was scanned alone.
 */
type PackedScan = Omit<PageScan, 'references'> & {
  /** Element, attribute, role and syntax of references: few, and the same again and again. */
  kinds: Kind[];
  /** Of each reference: its kind, where its span starts, how long that is, and where its value stands (see packScan). */
  references: number[];
  /** Values that do not stand in the text as they are. */
  values: string[];
  /** Elements that go with a reference, by its number. */
  removable: [reference: number, span: Span][];
  /** Attributes that go with a reference, by its number. */
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
    // It ends where the span does, or with the quote before that.
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

/** @param text the one that was scanned */
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
    // What is undefined is not written.
    base: rest.base,
    baseAt: rest.baseAt,
    refresh: rest.refresh,
    scripts: rest.scripts.map((script) => ({ ...script, src: script.src })),
  };
}

/** What was found may be a tag with all that is in it. */
function bare({ start, end }: Span): Span {
  return { start, end };
}
