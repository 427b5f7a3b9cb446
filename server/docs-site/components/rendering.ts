import type { Element, ElementContent } from 'hast';
import type { FindingCode } from '../findings.ts';
import type { Slugs } from '../model/slugs.ts';
import type { Node, Origin, Props } from '../parse/nodes.ts';

/** HTML of the generator or of the author, ready to be serialized. */
export type Html = ElementContent;

export type TocEntry = Readonly<{ id: string; text: string; depth: number }>;

/** A link to a place within the site, checked once all pages are known. */
export type InnerLink = Readonly<{
  path: string;
  hash: string;
  /** As written in the page. */
  href: string;
  file: string;
  line?: number | undefined;
}>;

/** State of a page during rendering: what components need and what they collect. */
export type Rendering = Readonly<{
  slugs: Slugs;
  toc: TocEntry[];
  ids: Set<string>;
  /** Classes used by authors, for which utility styles are generated. */
  classes: Set<string>;
  links: InnerLink[];
  /** Files of the tree that the page shows or links to. */
  files: Set<string>;
  /** Content beside the text: example requests and responses. */
  aside: Html[];
  /** Resolves the address of a link; undefined if it must not be a link. */
  href: (address: string, origin: Origin) => string | undefined;
  /** Resolves the address of something embedded: an image, a video. */
  source: (address: string, origin: Origin) => string | undefined;
  icon: (name: unknown, style: unknown, origin: Origin) => Html | undefined;
  code: (block: CodeBlock, origin: Origin) => Element;
  math: (formula: string, display: boolean, origin: Origin) => Html;
  render: (nodes: readonly Node[]) => Html[];
  /** Renders nodes without their enclosing paragraphs. */
  inline: (nodes: readonly Node[]) => Html[];
  /** Whether the current node is inside a link, which must not contain another. */
  isInLink: () => boolean;
  report: (code: FindingCode, message: string, origin: Origin) => void;
  /** Finds the place in docs.json where one of these keys has this text. */
  stated: (keys: readonly string[], text: string | undefined) => Origin;
}>;

export type CodeBlock = Readonly<{ code: string; language: string; options: CodeOptions }>;

export type CodeOptions = Readonly<{
  title?: string | undefined;
  icon?: string | undefined;
  lines: boolean;
  wrap: boolean;
  expandable: boolean;
  highlighted: ReadonlySet<number>;
  focused: ReadonlySet<number>;
}>;

/** Renders a component to HTML. */
export type ComponentFunction = (
  given: Readonly<{ props: Props; children: readonly Node[]; origin: Origin; name: string }>,
  page: Rendering,
) => Html[];

/** Returns a property as text; undefined if it is neither a string nor a number. */
export function textOfProp(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Whether a flag is set. `defaultOpen`, `defaultOpen={true}` and `defaultOpen="true"` mean the same. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '';
}
