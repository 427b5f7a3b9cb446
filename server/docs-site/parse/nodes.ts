import type { Element, ElementContent, Root, RootContent } from 'hast';

/**
 * Node of a page between parsing and rendering: a hast tree in which components are elements too. Their data has a
 * `component` with what the author passed to it; HTML elements have none.
 */
export type Node = ElementContent;

export type Props = Readonly<Record<string, unknown>>;

export type Origin = Readonly<{ file: string; line?: number | undefined }>;

declare module 'hast' {
  interface ElementData {
    /** Set on components and on elements that only this generator creates: code blocks and formulas. */
    component?: Component;
    origin?: Origin;
  }
}

export type Component = Readonly<{ name: string; props: Props }>;

export function component(name: string, props: Props, children: Node[], origin: Origin): Element {
  return {
    type: 'element',
    tagName: 'component',
    properties: {},
    children: [...children],
    data: { component: { name, props }, origin },
  };
}

export function componentOf(node: Node): Component | undefined {
  return node.type === 'element' ? node.data?.component : undefined;
}

/** Returns children without the white space between them and without wrappers that only group them. */
export function contentOf(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text' && node.value.trim() === '') return [];
    const isWrapped =
      node.type === 'element' && (node.tagName === 'p' || componentOf(node)?.name === 'Fragment');
    if (isWrapped && node.children.some((child) => componentOf(child))) return contentOf(node.children);
    return [node];
  });
}

export function toText(node: Node | Root | RootContent): string {
  if (node.type === 'text') return node.value;
  if ('children' in node) return node.children.map(toText).join('');
  return '';
}

export function textNode(value: string): Node {
  return { type: 'text', value };
}
