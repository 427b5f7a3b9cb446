import { component, type Node, type Origin, type Props, textNode } from './nodes.ts';

/** An element returned by a component. `$element` is its name, or `page:<file>` for an MDX file. */
export type ElementValue = Readonly<{ $element: string; props?: Props; children?: unknown }>;

export function isElementValue(value: unknown): value is ElementValue {
  return (
    typeof value === 'object' && value !== null && '$element' in value && typeof value.$element === 'string'
  );
}

export type Making = Readonly<{
  origin: Origin;
  /** Nodes that `{ $slot: n }` refers to. */
  slots: readonly (readonly Node[])[];
  page: (file: string, props: Props, children: Node[]) => Node[];
  /** Reserves room for a value of this length, or for the nodes of a slot; false if there is none. */
  take: (length: number) => boolean;
  takeNodes: (nodes: readonly Node[]) => boolean;
}>;

/**
 * Converts a value to what React shows of it: the text of strings and numbers, the items of lists, elements, and
 * nothing for booleans.
 */
export function nodesOf(value: unknown, making: Making): Node[] {
  if (!making.take(typeof value === 'string' ? value.length : 0)) return [];
  if (typeof value === 'string') return value === '' ? [] : [textNode(value)];
  if (typeof value === 'number') return [textNode(String(value))];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, making));
  if (typeof value !== 'object' || value === null) return [];
  if ('$slot' in value) {
    const nodes = making.slots[Number(value.$slot)] ?? [];
    return making.takeNodes(nodes) ? [...nodes] : [];
  }
  if (!isElementValue(value)) return [];
  const { $element: name, props = {} } = value;
  const children = nodesOf(value.children, making);
  if (name === 'Fragment') return children;
  if (name.startsWith('page:')) return making.page(name.slice('page:'.length), props, children);
  return [component(name, props, children, making.origin)];
}
