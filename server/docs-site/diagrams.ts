import { createHash } from 'node:crypto';
import type { BodyStore } from './file-tree.ts';
import { componentOf, type Node, toText } from './parse/nodes.ts';

/** An element or text of a drawing. Element and attribute names are spelled as in SVG and HTML. */
export type DrawnNode =
  | string
  | Readonly<{ tag: string; attributes: Readonly<Record<string, string>>; children: readonly DrawnNode[] }>;

/**
 * A diagram drawn for light and dark pages: one tree whose style sheet covers both or, if they differ in more than
 * colours, a tree for each.
 */
export type Drawing =
  | Readonly<{ light: DrawnNode; dark?: DrawnNode | undefined }>
  /** `line` is the line in the source, counted from 1. `mayPass` means that a retry may succeed. */
  | Readonly<{ fault: string; line?: number | undefined; mayPass?: boolean | undefined }>;

/**
 * Draws a Mermaid diagram from its source. The result is untrusted: components/diagram.ts keeps only what a page may
 * contain.
 * @param id unique id for the drawing
 */
export type DrawDiagram = (source: string, id: string) => Promise<Drawing>;

/** Drawings of a site's diagrams. Each source is drawn once and cached between builds. */
export class Diagrams {
  readonly #draw: DrawDiagram | undefined;
  readonly #store: BodyStore | undefined;
  readonly #version: string;
  readonly #known = new Map<string, Drawing>();

  /** @param draw if undefined, every diagram is shown as source */
  constructor(draw: DrawDiagram | undefined, store: BodyStore | undefined, version: string) {
    this.#draw = draw;
    this.#store = store;
    this.#version = version;
  }

  /** Draws the diagrams of a page and discards those of the previous page. */
  async load(sources: Iterable<string>): Promise<void> {
    this.#known.clear();
    for (const source of sources)
      if (!this.#known.has(source)) this.#known.set(source, await this.#drawn(source));
  }

  find(source: string): Drawing {
    return this.#known.get(source) ?? { fault: "Diagrams can only be rendered in a page's own content." };
  }

  /** Whether all diagrams of the page are final, that is, a retry would not change any of them. */
  isFinal(): boolean {
    return ![...this.#known.values()].some((drawing) => 'mayPass' in drawing && drawing.mayPass);
  }

  async #drawn(source: string): Promise<Drawing> {
    if (!this.#draw) return { fault: 'No browser is available to render it.', mayPass: true };
    const digest = createHash('sha256').update(`${this.#version}\n${source}`).digest('hex').slice(0, 24);
    const place = `diagram ${digest}`;
    const kept = this.#store?.read(place);
    try {
      if (kept !== undefined) return JSON.parse(kept) as Drawing;
    } catch {
      // incomplete cache entry
    }
    const drawing = await this.#draw(source, `diagram-${digest.slice(0, 10)}`);
    if (!('mayPass' in drawing)) this.#store?.write(place, JSON.stringify(drawing));
    return drawing;
  }
}

/** Returns the sources of the diagrams in a page. */
export function diagramsIn(nodes: readonly Node[], found: Set<string> = new Set()): Set<string> {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const { language, code } = componentOf(node)?.props ?? {};
    if (typeof language === 'string' && isDiagram(language))
      found.add(diagramSource(typeof code === 'string' ? code : node.children.map(toText).join('')));
    diagramsIn(node.children as Node[], found);
  }
  return found;
}

export function isDiagram(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

/** Normalizes a diagram's source, so that it is the same in a fenced block and between tags. */
export function diagramSource(code: string): string {
  return code.replace(/^\n+|\s+$/g, '');
}
