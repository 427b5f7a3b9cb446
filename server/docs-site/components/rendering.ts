import type { Element, ElementContent } from 'hast';
import type { FindingCode } from '../findings.ts';
import type { Slugs } from '../model/slugs.ts';
import type { Node, Origin, Props } from '../parse/nodes.ts';

/** HTML of ours or of the author's, ready to be written. */
export type Html = ElementContent;

export type TocEntry = Readonly<{ id: string; text: string; depth: number }>;

/** A link of the page to a place within the site, to be checked once every page is known. */
export type InnerLink = Readonly<{
  path: string;
  hash: string;
  /** As it is written in the page. */
  href: string;
  file: string;
  line?: number | undefined;
}>;

/** One page while it is rendered: what components need, and what they leave behind. */
export type Rendering = Readonly<{
  slugs: Slugs;
  toc: TocEntry[];
  ids: Set<string>;
  /** Classes that authors wrote, for which utilities are generated. */
  classes: Set<string>;
  links: InnerLink[];
  /** Files of the tree that the page shows or links to. */
  files: Set<string>;
  /** What stands beside the text: examples of requests and responses. */
  aside: Html[];
  /** Where an address leads, as the page states it; undefined for one that must not be a link. */
  href: (address: string, origin: Origin) => string | undefined;
  /** The same for something that is shown: an image, a video. */
  source: (address: string, origin: Origin) => string | undefined;
  icon: (name: unknown, style: unknown, origin: Origin) => Html | undefined;
  code: (block: CodeBlock, origin: Origin) => Element;
  math: (formula: string, display: boolean) => Html;
  render: (nodes: readonly Node[]) => Html[];
  /** Renders without a paragraph around what is one. */
  inline: (nodes: readonly Node[]) => Html[];
  /** Whether what is rendered stands in a link, which can hold no other. */
  isInLink: () => boolean;
  report: (code: FindingCode, message: string, origin: Origin) => void;
  /** Where docs.json has a text under one of these names. */
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

/** What a component becomes. */
export type ComponentFunction = (
  given: Readonly<{ props: Props; children: readonly Node[]; origin: Origin; name: string }>,
  page: Rendering,
) => Html[];

/** A property as text; undefined for what is none. */
export function textOfProp(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** `defaultOpen`, `defaultOpen={true}` and `defaultOpen="true"` say the same. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '';
}
