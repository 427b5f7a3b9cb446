import { type Node, parseTree } from 'jsonc-parser';
import { type FileTree, textOf } from '../file-tree.ts';
import { configName } from './config-name.ts';
import { pageName } from './navigation.ts';
import { referenceTarget } from './resolve-refs.ts';

/** A value of a configuration, and the file that it stands in. */
export type Stated = Readonly<{ file: string; node: Node }>;

/** A file, and a line where it is known, counted from 1. */
export type ConfigPlace = Readonly<{ file: string; line?: number }>;

/** Where the entries of a configuration stand: in docs.json, or in a file that a `$ref` names. */
export class ConfigPlaces {
  readonly #tree: FileTree;
  readonly #roots = new Map<string, Readonly<{ node: Node | undefined; lineStarts: readonly number[] }>>();
  readonly #places = new WeakMap<Node, ConfigPlace>();
  #texts: ReadonlyMap<string, Stated> | undefined;
  readonly name: string;

  /** @param tree one whose configuration was read without a fault (read-config.ts) */
  constructor(tree: FileTree) {
    this.#tree = tree;
    this.name = configName(tree) ?? 'docs.json';
  }

  root(): Stated | undefined {
    return this.#rootOf(this.name);
  }

  /** The files that the configuration consists of. */
  files(): string[] {
    this.#index();
    return [...this.#roots.keys()];
  }

  /** What the `$ref` of an object names, if there is one and it leads to a file. */
  referred({ file, node }: Stated): Stated | undefined {
    const reference = memberOf(node, '$ref');
    if (reference?.type !== 'string') return undefined;
    const target = referenceTarget(file, reference.value);
    return this.#tree.has(target) ? this.#rootOf(target) : undefined;
  }

  placeOf({ file, node }: Stated): ConfigPlace {
    let place = this.#places.get(node);
    if (!place) {
      const { lineStarts = [] } = this.#roots.get(file) ?? {};
      place = { file, line: lineStarts.filter((start) => start <= node.offset).length };
      this.#places.set(node, place);
    }
    return place;
  }

  /** The source text of a value, in one line. */
  textOf({ file, node }: Stated): string {
    const text = textOf(this.#tree, file) ?? '';
    return text.slice(node.offset, node.offset + node.length).replace(/\s+/g, ' ');
  }

  /** Where a text stands under one of these names, or in a list with such a name; else the file alone. */
  find(keys: readonly string[], text: string): ConfigPlace {
    const texts = this.#index();
    for (const key of keys) {
      const found = texts.get(`${key}\n${text}`);
      if (found) return this.placeOf(found);
    }
    return { file: this.name };
  }

  /** Texts that may name files: all but those of `$ref`s, whose files are configuration. */
  texts(): string[] {
    const named = [...this.#index().keys()].filter((name) => !name.startsWith('$ref\n'));
    return [...new Set(named.map((name) => name.slice(name.indexOf('\n') + 1)))];
  }

  #rootOf(file: string): Stated | undefined {
    let known = this.#roots.get(file);
    if (!known) {
      const text = textOf(this.#tree, file) ?? '';
      const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
      known = { node: parseTree(text), lineStarts };
      this.#roots.set(file, known);
    }
    return known.node && { file, node: known.node };
  }

  /** The first place of each text, by the name that it has. */
  #index(): ReadonlyMap<string, Stated> {
    if (this.#texts) return this.#texts;
    const texts = new Map<string, Stated>();
    const seen = new Set<Node>();
    const visit = (stated: Stated, key: string): void => {
      const { file, node } = stated;
      if (seen.has(node)) return;
      seen.add(node);
      if (node.type === 'string') {
        for (const text of new Set([node.value, pageName(node.value)])) {
          const name = `${key}\n${text}`;
          if (!texts.has(name)) texts.set(name, stated);
        }
      }
      const referred = this.referred(stated);
      if (referred) visit(referred, key);
      if (node.type === 'array') for (const item of node.children ?? []) visit({ file, node: item }, key);
      for (const [name, value] of membersOf(node)) visit({ file, node: value }, name);
    };
    const root = this.root();
    if (root) visit(root, '');
    this.#texts = texts;
    return texts;
  }
}

/** Names and values of an object, in their order. */
export function membersOf(node: Node): [key: string, value: Node][] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as [string, Node]] : [],
  );
}

export function memberOf(node: Node, key: string): Node | undefined {
  return membersOf(node).findLast(([name]) => name === key)?.[1];
}
