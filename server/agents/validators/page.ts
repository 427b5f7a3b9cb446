import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { Slugs } from '../../docs-site/model/slugs.ts';
import { boundedMdx, requireShallowNesting } from '../../docs-site/parse/bounded-markup.ts';
import { type Address, addressesIn, addressesOf } from './addresses.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type ActivePart, tagsIn } from './html-allow-list.ts';
import { activeElement, attributesOf, type Jsx, plainValue, stringsIn } from './jsx.ts';
import { isLiteral } from './known-directives.ts';
import { activeSource, textWithoutCode } from './markdown-source.ts';
import { readYaml } from './yaml-source.ts';

export type Reference = Readonly<{ kind: 'link' | 'image' | 'import'; target: string; line: number }>;

/** What the checks need to know about a page. */
export type Page = Readonly<{
  /** Set if the page cannot be parsed. Only the front matter, `active` and `addresses` are filled in then. */
  syntaxFault: Readonly<{ line: number | null; message: string }> | null;
  frontMatterFault: Readonly<{ line: number; message: string; text: string }> | null;
  frontMatter: Readonly<Record<string, unknown>>;
  hasHeadingOne: boolean;
  references: readonly Reference[];
  /** IDs that a link can jump to. */
  anchors: ReadonlySet<string>;
  /** Whether the page includes text from other files, which may contain more anchors. */
  includesOthers: boolean;
  /** Line where a code block begins that is never closed. */
  unclosedFence: number | null;
  /** Fenced code blocks. */
  fences: readonly Readonly<{ language: string; line: number; first: string }>[];
  /** What a browser or build would run or load as another page. Also collected from MDX pages that cannot be parsed. */
  active: readonly ActivePart[];
  /** Addresses that the page links to or loads: its references, and anything else that looks like an address. */
  addresses: readonly Address[];
}>;

/**
 * Parses Markdown (CommonMark with GFM) or MDX, and the front matter separately.
 * @param depth number of MyST directives around it
 */
export function parsePage(source: string, kind: 'md' | 'mdx', depth = 0): Page {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const { yaml, body } = splitFrontMatter(text);
  const front = readFrontMatter(yaml);
  let tree: Root;
  try {
    requireShallowNesting(body);
    tree = fromMarkdown(body, {
      extensions: kind === 'mdx' ? [gfm(), boundedMdx(body.length)] : [gfm()],
      mdastExtensions: kind === 'mdx' ? [gfmFromMarkdown(), mdxFromMarkdown()] : [gfmFromMarkdown()],
    });
  } catch (error) {
    // Someone may fix the page later, and then its content takes effect.
    const { active, addresses } = kind === 'mdx' ? parsePage(source, 'md') : EMPTY;
    return { ...EMPTY, ...front, active, addresses, syntaxFault: syntaxFault(error) };
  }
  const seen = new Collector(body, kind, depth);
  seen.visit(tree);
  if (kind === 'md') seen.addSource(tree);
  return { ...EMPTY, ...front, ...seen.page() };
}

const EMPTY: Page = {
  syntaxFault: null,
  frontMatterFault: null,
  frontMatter: {},
  hasHeadingOne: false,
  references: [],
  anchors: new Set(),
  includesOthers: false,
  unclosedFence: null,
  fences: [],
  active: [],
  addresses: [],
};

function readFrontMatter(yaml: string | null): Pick<Page, 'frontMatter' | 'frontMatterFault'> {
  if (yaml === null) return { frontMatter: {}, frontMatterFault: null };
  const { fault, documents } = readYaml(yaml);
  if (fault !== null) {
    return {
      frontMatter: {},
      frontMatterFault: { line: fault.line + 1, message: fault.message, text: yaml },
    };
  }
  try {
    const value: unknown = documents[0]?.toJS({ maxAliasCount: 20 });
    if (value === null || value === undefined) return { frontMatter: {}, frontMatterFault: null };
    if (typeof value === 'object' && !Array.isArray(value)) {
      return { frontMatter: value as Record<string, unknown>, frontMatterFault: null };
    }
  } catch {
    // Too many aliases: reported below.
  }
  return {
    frontMatter: {},
    frontMatterFault: { line: 2, message: 'it is not a set of keys and values', text: yaml },
  };
}

class Collector {
  readonly #body: string;
  readonly #lines: readonly string[];
  readonly #slugs = new Slugs();
  readonly #references: Reference[] = [];
  readonly #anchors = new Set<string>();
  #hasHeadingOne = false;
  #includesOthers = false;
  #unclosedFence: number | null = null;
  readonly #fences: Page['fences'][number][] = [];
  readonly #active: ActivePart[] = [];
  readonly #addresses: Address[] = [];
  readonly #kind: 'md' | 'mdx';
  readonly #depth: number;

  constructor(body: string, kind: 'md' | 'mdx', depth: number) {
    this.#body = body;
    this.#kind = kind;
    this.#depth = depth;
    this.#lines = body.split('\n');
  }

  page(): Partial<Page> {
    return {
      references: this.#references,
      anchors: this.#anchors,
      hasHeadingOne: this.#hasHeadingOne,
      includesOthers: this.#includesOthers,
      unclosedFence: this.#unclosedFence,
      fences: this.#fences,
      active: this.#active,
      addresses: this.#addresses,
    };
  }

  /** Adds what the source of a Markdown page contains besides the elements and links that this parser finds. */
  addSource(tree: Root): void {
    this.#active.push(...activeSource(this.#body, tree));
    this.#addresses.push(...addressesIn(textWithoutCode(this.#body, tree)));
  }

  visit(node: Nodes): void {
    const line = node.position?.start.line ?? 1;
    switch (node.type) {
      case 'link':
      case 'definition':
        this.#add('link', node.url, line);
        break;
      case 'image':
        this.#add('image', node.url, line);
        break;
      case 'heading':
        this.#heading(textOf(node), node.depth);
        break;
      case 'html':
        this.#html(node.value, line);
        break;
      case 'code':
        this.#fence(node.position?.start.line ?? 1, node.position?.end.line ?? 1);
        if (/^[\s>*+-]*?(?:\d+[.)]\s+)?(`{3,}|~{3,})/.test(this.#lines[line - 1] ?? '')) {
          this.#fences.push({ language: node.lang ?? '', line, first: node.value.split('\n')[0] ?? '' });
        }
        if (this.#kind === 'md') this.#within(node.lang ?? '', node.value, line);
        break;
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        this.#element(node, line);
        break;
      case 'mdxjsEsm':
        this.#modules(node.value, line);
        this.#active.push({ what: 'module', line, text: node.value });
        break;
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        this.#expression(node.data?.estree, node.value, line);
        break;
      default:
    }
    if ('children' in node) for (const child of node.children) this.visit(child);
  }

  #add(kind: Reference['kind'], target: string, line: number): void {
    this.#references.push({ kind, target, line });
    this.#addresses.push({ target, line });
  }

  /** Parses the content of a MyST directive, which is Markdown again. */
  #within(language: string, text: string, line: number): void {
    const name = /^\{([\w:.+-]+)/.exec(language)?.[1];
    if (name === undefined || isLiteral(name)) return;
    if (this.#depth === MAX_DEPTH) {
      this.#active.push({ what: 'markup', line, text });
      return;
    }
    const { active, addresses } = parsePage(text, 'md', this.#depth + 1);
    this.#active.push(...active.map((part) => ({ ...part, line: part.line + line })));
    this.#addresses.push(...addresses.map((part) => ({ ...part, line: part.line + line })));
  }

  #heading(text: string, depth: number): void {
    if (depth === 1) this.#hasHeadingOne = true;
    // MkDocs, Hugo and Docusaurus let a heading name its own anchor.
    const shown = text.trimEnd();
    const at = shown.endsWith('}') ? shown.lastIndexOf('{#') : -1;
    const own = at === -1 ? '' : shown.slice(at + 2, -1);
    const hasOwn = /^[^}\s]+$/.test(own);
    if (hasOwn) this.#anchors.add(own);
    const { id, aliases } = this.#slugs.heading(hasOwn ? text.slice(0, at).trimEnd() : text);
    for (const anchor of [id, ...aliases]) this.#anchors.add(anchor);
  }

  /** Comments and plain values are not code, but may contain addresses. */
  #expression(program: Parameters<typeof plainValue>[0], code: string, line: number): void {
    const plain = plainValue(program);
    if (plain === undefined) this.#active.push({ what: 'expression', line, text: code.trim() });
    for (const text of stringsIn(plain)) this.#addresses.push(...addressesOf(text, line));
  }

  #html(html: string, line: number): void {
    for (const { name, attributes } of tagsIn(html)) {
      for (const [key, value] of attributes) {
        if (key === 'id' || (key === 'name' && name === 'a')) this.#anchors.add(value);
        if (key === 'href') this.#add('link', value, line);
        if (key === 'src') this.#add('image', value, line);
      }
    }
  }

  #element(node: Jsx, line: number): void {
    const attributes = attributesOf(node);
    const value = (name: string): string | undefined =>
      attributes.find((one) => one.name === name)?.value ?? undefined;
    const [id, title, href, src] = [value('id'), value('title'), value('href'), value('src')];
    const { start, end } = node.position ?? {};
    const source = this.#body.slice(start?.offset, end?.offset);
    this.#active.push(...activeElement(node, line, source));
    for (const entry of node.attributes) {
      if (entry.type === 'mdxJsxExpressionAttribute') {
        this.#active.push({ what: 'expression', line, text: `{${entry.value}}` });
      } else if (typeof entry.value === 'object' && entry.value !== null) {
        this.#expression(entry.value.data?.estree, entry.value.value, line);
      }
    }
    for (const { name, strings } of attributes) {
      if (name === 'href' || name === 'src') continue;
      for (const text of strings) this.#addresses.push(...addressesOf(text, line));
    }
    if (id) this.#anchors.add(id);
    // Accordions, steps, tabs and parameters get an anchor from their name.
    for (const name of [
      title,
      value('name'),
      value('path'),
      value('query'),
      value('body'),
      value('header'),
    ]) {
      if (!name) continue;
      for (const anchor of this.#slugs.anyOf(name)) this.#anchors.add(anchor);
    }
    if (href !== undefined) this.#add('link', href, line);
    if (src !== undefined) this.#add('image', src, line);
    if (node.name && /^[A-Z]/.test(node.name) && /snippet/i.test(node.name)) this.#includesOthers = true;
  }

  #modules(code: string, line: number): void {
    for (const match of code.matchAll(/\bfrom\s+["']([^"']+)["']|\bimport\s+["']([^"']+)["']/g)) {
      const target = match[1] ?? match[2] ?? '';
      if (/\.mdx?$/.test(target)) this.#includesOthers = true;
      if (target.startsWith('/') || target.startsWith('.')) this.#add('import', target, line);
    }
  }

  #fence(start: number, end: number): void {
    const open = /^[\s>*+-]*?(?:\d+[.)]\s+)?(`{3,}|~{3,})/.exec(this.#lines[start - 1] ?? '')?.[1];
    if (open === undefined || this.#unclosedFence !== null) return;
    const last = (this.#lines[end - 1] ?? '').replace(/^[\s>]*/, '').trimEnd();
    const closed =
      end > start && last.length >= open.length && [...last].every((letter) => letter === open[0]);
    if (!closed) this.#unclosedFence = start;
  }
}

/** Maximum nesting depth of MyST directives that are parsed separately. */
const MAX_DEPTH = 6;

function syntaxFault(error: unknown): Page['syntaxFault'] {
  if (!(error instanceof Error)) return { line: null, message: String(error) };
  const stated = 'line' in error && typeof error.line === 'number' ? error.line : null;
  // For what is never closed, only the message has the position: "Expected a closing tag for `<Note>` (13:1-13:7)".
  const line = stated ?? (Number(/\((\d+):\d+/.exec(error.message)?.[1] ?? 0) || null);
  const message = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return { line, message: message.split('\n')[0] ?? '' };
}

/** Returns how a file is parsed; null if it is not a page. */
export function pageKind(path: string): 'md' | 'mdx' | null {
  if (/\.mdx$/i.test(path)) return 'mdx';
  return /\.(md|markdown)$/i.test(path) ? 'md' : null;
}
