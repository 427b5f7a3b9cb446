/** A text, or an element with its attributes and children. */
export type HandbookNode =
  | string
  | readonly [name: string, attributes: Readonly<Record<string, string>>, children: readonly HandbookNode[]];

/** A chapter of the bundled handbook. */
export type Chapter = Readonly<{
  /** Path within the handbook: `gap/verify.html`. */
  file: string;
  /** The heading under which the handbook lists it. */
  section: string;
  title: string;
  nodes: readonly HandbookNode[];
}>;
