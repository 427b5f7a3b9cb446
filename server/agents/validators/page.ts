import { encodeXML } from 'entities';
import GithubSlugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { type MdxJsxFlowElement, type MdxJsxTextElement, mdxFromMarkdown } from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { parseDocument } from 'yaml';
import { boundedMdx, requireReadable } from './bounded-markup.ts';
import { activeHtml, tagsIn } from './raw-html.ts';

export type Reference = Readonly<{ kind: 'link' | 'image' | 'import'; target: string; line: number }>;

/** What the checks need to know of a page. */
export type Page = Readonly<{
  /** Set when the page cannot be parsed; then the rest is empty. */
  syntaxFault: Readonly<{ line: number | null; message: string }> | null;
  frontMatterFault: Readonly<{ line: number; message: string }> | null;
  frontMatter: Readonly<Record<string, unknown>>;
  hasHeadingOne: boolean;
  references: readonly Reference[];
  /** Ids that a link can jump to. */
  anchors: ReadonlySet<string>;
  /** Text of other files becomes part of this page, so there may be more anchors. */
  includesOthers: boolean;
  /** Line at which a code block begins that is never closed. */
  unclosedFence: number | null;
  /** Code blocks between fences. */
  fences: readonly Readonly<{ language: string; line: number; first: string }>[];
  /** What a browser or a build would run or load as another page. */
  active: readonly Readonly<{
    what: 'script' | 'frame' | 'handler' | 'markup' | 'module' | 'expression';
    line: number;
    text: string;
  }>[];
}>;

/** Parses Markdown (CommonMark with GFM) or MDX, front matter apart. */
export function parsePage(source: string, kind: 'md' | 'mdx'): Page {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const { yaml, body } = splitFrontMatter(text);
  const front = readFrontMatter(yaml);
  let tree: Root;
  try {
    requireReadable(body);
    tree = fromMarkdown(body, {
      extensions: kind === 'mdx' ? [gfm(), boundedMdx(body.length)] : [gfm()],
      mdastExtensions: kind === 'mdx' ? [gfmFromMarkdown(), mdxFromMarkdown()] : [gfmFromMarkdown()],
    });
  } catch (error) {
    return { ...EMPTY, ...front, syntaxFault: syntaxFault(error) };
  }
  const seen = new Collector(body);
  seen.visit(tree);
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
};

/** Takes the front matter out and leaves empty lines, so that line numbers stay true. */
function splitFrontMatter(text: string): { yaml: string | null; body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { yaml: null, body: text };
  const blank = '\n'.repeat(match[0].split('\n').length - 1);
  return { yaml: match[1] ?? '', body: blank + text.slice(match[0].length) };
}

function readFrontMatter(yaml: string | null): Pick<Page, 'frontMatter' | 'frontMatterFault'> {
  if (yaml === null) return { frontMatter: {}, frontMatterFault: null };
  const document = parseDocument(yaml);
  const error = document.errors[0];
  if (error) {
    const line = (error.linePos?.[0].line ?? 1) + 1;
    return { frontMatter: {}, frontMatterFault: { line, message: error.message.split('\n')[0] ?? '' } };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    if (value === null || value === undefined) return { frontMatter: {}, frontMatterFault: null };
    if (typeof value === 'object' && !Array.isArray(value)) {
      return { frontMatter: value as Record<string, unknown>, frontMatterFault: null };
    }
  } catch {
    // Too many aliases: said below.
  }
  return { frontMatter: {}, frontMatterFault: { line: 2, message: 'it is no list of names and values' } };
}

type Jsx = MdxJsxFlowElement | MdxJsxTextElement;

class Collector {
  readonly #body: string;
  readonly #lines: readonly string[];
  readonly #slugger = new GithubSlugger();
  readonly #references: Reference[] = [];
  readonly #anchors = new Set<string>();
  #hasHeadingOne = false;
  #includesOthers = false;
  #unclosedFence: number | null = null;
  readonly #fences: Page['fences'][number][] = [];
  readonly #active: Page['active'][number][] = [];

  constructor(body: string) {
    this.#body = body;
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
    };
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
      case 'text':
        // What this parser takes for text is HTML to more tolerant ones: `<svg/onload=…>`.
        this.#activeParts(this.#sourceOf(node).replace(/\\./g, '  '), line);
        break;
      case 'code':
        this.#fence(node.position?.start.line ?? 1, node.position?.end.line ?? 1);
        if (/^[\s>*+-]*?(?:\d+[.)]\s+)?(`{3,}|~{3,})/.test(this.#lines[line - 1] ?? '')) {
          this.#fences.push({ language: node.lang ?? '', line, first: node.value.split('\n')[0] ?? '' });
        }
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
        this.#expression(node.value, line);
        break;
      default:
    }
    if ('children' in node) for (const child of node.children) this.visit(child);
  }

  #add(kind: Reference['kind'], target: string, line: number): void {
    this.#references.push({ kind, target, line });
  }

  #heading(text: string, depth: number): void {
    if (depth === 1) this.#hasHeadingOne = true;
    // MkDocs, Hugo and Docusaurus let a heading name its own anchor.
    const own = /\s*\{#([^}\s]+)\}\s*$/.exec(text);
    if (own?.[1]) this.#anchors.add(own[1]);
    this.#anchors.add(this.#slugger.slug(own ? text.slice(0, own.index) : text));
  }

  /** Comments and plain values are no code. */
  #expression(code: string, line: number): void {
    const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').trim();
    if (bare === '' || /^(['"`])[^'"`$\\]*\1$/.test(bare)) return;
    try {
      JSON.parse(bare);
    } catch {
      this.#active.push({ what: 'expression', line, text: bare });
    }
  }

  #sourceOf({ position }: Nodes): string {
    return position ? this.#body.slice(position.start.offset, position.end.offset) : '';
  }

  #activeParts(html: string, line: number): void {
    for (const { what, line: within, text } of activeHtml(html)) {
      this.#active.push({ what, line: line + within - 1, text });
    }
  }

  #html(html: string, line: number): void {
    this.#activeParts(html, line);
    for (const { name, attributes } of tagsIn(html)) {
      for (const [key, value] of attributes) {
        if (key === 'id' || (key === 'name' && name === 'a')) this.#anchors.add(value);
        if (key === 'href') this.#add('link', value, line);
        if (key === 'src') this.#add('image', value, line);
      }
    }
  }

  #element(node: Jsx, line: number): void {
    const value = (name: string): string | undefined => {
      const found = node.attributes.find((entry) => entry.type === 'mdxJsxAttribute' && entry.name === name);
      return typeof found?.value === 'string' ? found.value : undefined;
    };
    const [id, title, href, src] = [value('id'), value('title'), value('href'), value('src')];
    for (const { what, text } of activeHtml(asHtml(node))) this.#active.push({ what, line, text });
    for (const entry of node.attributes) {
      if (entry.type === 'mdxJsxExpressionAttribute') this.#expression(`{${entry.value}}`, line);
      else if (typeof entry.value === 'object' && entry.value !== null) {
        this.#expression(entry.value.value, line);
      } else if (entry.name === 'dangerouslySetInnerHTML') {
        this.#active.push({ what: 'markup', line, text: entry.name });
      }
    }
    if (id) this.#anchors.add(id);
    // Accordions, steps, tabs and parameters get an anchor from what they are called.
    for (const name of [
      title,
      value('name'),
      value('path'),
      value('query'),
      value('body'),
      value('header'),
    ]) {
      if (name) this.#anchors.add(this.#slugger.slug(name));
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

/** An element of MDX as the tag that it becomes, whose attributes HTML writes in small letters. */
function asHtml({ name, attributes }: Jsx): string {
  const written = attributes.flatMap((entry) =>
    entry.type === 'mdxJsxAttribute'
      ? [`${entry.name}="${typeof entry.value === 'string' ? encodeXML(entry.value) : ''}"`]
      : [],
  );
  return `<${[name ?? 'x', ...written].join(' ')}>`;
}

function syntaxFault(error: unknown): Page['syntaxFault'] {
  if (!(error instanceof Error)) return { line: null, message: String(error) };
  const stated = 'line' in error && typeof error.line === 'number' ? error.line : null;
  // What is never closed has its place in the words only: "Expected a closing tag for `<Note>` (13:1-13:7)".
  const line = stated ?? (Number(/\((\d+):\d+/.exec(error.message)?.[1] ?? 0) || null);
  const message = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return { line, message: message.split('\n')[0] ?? '' };
}

/** How a file is parsed; null for what is no page. */
export function pageKind(path: string): 'md' | 'mdx' | null {
  if (/\.mdx$/i.test(path)) return 'mdx';
  return /\.(md|markdown)$/i.test(path) ? 'md' : null;
}
