import { createHash } from 'node:crypto';
import type { BodyStore } from './file-tree.ts';
import { componentOf, type Node, toText } from './parse/nodes.ts';

/** An element of a drawing, or its text. Names of elements and attributes are as SVG and HTML write them. */
export type DrawnNode =
  | string
  | Readonly<{ tag: string; attributes: Readonly<Record<string, string>>; children: readonly DrawnNode[] }>;

/**
 * A diagram drawn for light and for dark pages: one tree whose style sheet says both, or a tree for each where they
 * differ in more than colours.
 */
export type Drawing =
  | Readonly<{ light: DrawnNode; dark?: DrawnNode | undefined }>
  /** `line`: of the source, counted from 1. `mayPass`: the next try may do better. */
  | Readonly<{ fault: string; line?: number | undefined; mayPass?: boolean | undefined }>;

/**
 * Draws the source of a Mermaid diagram. What it returns is untrusted: components/diagram.ts takes what a page may have.
 * @param id of the drawing, unlike that of any other
 */
export type DrawDiagram = (source: string, id: string) => Promise<Drawing>;

/** The drawings of a site: each source is drawn once, and kept between builds. */
export class Diagrams {
  readonly #draw: DrawDiagram | undefined;
  readonly #store: BodyStore | undefined;
  readonly #version: string;
  readonly #known = new Map<string, Drawing>();

  /** @param draw without it every diagram is shown as its source */
  constructor(draw: DrawDiagram | undefined, store: BodyStore | undefined, version: string) {
    this.#draw = draw;
    this.#store = store;
    this.#version = version;
  }

  /** Draws what the diagrams of one page show; those of the page before are forgotten. */
  async load(sources: Iterable<string>): Promise<void> {
    this.#known.clear();
    for (const source of sources)
      if (!this.#known.has(source)) this.#known.set(source, await this.#drawn(source));
  }

  find(source: string): Drawing {
    return this.#known.get(source) ?? { fault: "Diagrams can only be rendered in a page's own content." };
  }

  /** Whether what the page shows is final: no diagram of it may be drawn another time. */
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
      // half written
    }
    const drawing = await this.#draw(source, `diagram-${digest.slice(0, 10)}`);
    if (!('mayPass' in drawing)) this.#store?.write(place, JSON.stringify(drawing));
    return drawing;
  }
}

/** The sources of the diagrams in a page. */
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

/** The same whether it was written in a fence or between tags. */
export function diagramSource(code: string): string {
  return code.replace(/^\n+|\s+$/g, '');
}
