import { type Node, parseTree } from 'jsonc-parser';
import { type FileTree, textOf } from '../file-tree.ts';
import { configName } from './config-name.ts';
import { pageName } from './navigation.ts';
import { referenceTarget } from './resolve-refs.ts';

/** A value of the configuration and the file that contains it. */
export type Stated = Readonly<{ file: string; node: Node }>;

/** A file and, if known, a line, counted from 1. */
export type ConfigPlace = Readonly<{ file: string; line?: number }>;

/** Finds entries of the configuration in docs.json or in files named by a `$ref`. */
export class ConfigPlaces {
  readonly #tree: FileTree;
  readonly #roots = new Map<string, Readonly<{ node: Node | undefined; lineStarts: readonly number[] }>>();
  readonly #places = new WeakMap<Node, ConfigPlace>();
  #texts: ReadonlyMap<string, Stated> | undefined;
  readonly name: string;

  /** @param tree its configuration must have been read without errors (read-config.ts) */
  constructor(tree: FileTree) {
    this.#tree = tree;
    this.name = configName(tree) ?? 'docs.json';
  }

  root(): Stated | undefined {
    return this.#rootOf(this.name);
  }

  /** Returns the files that make up the configuration. */
  files(): string[] {
    this.#index();
    return [...this.#roots.keys()];
  }

  /** Returns the target of an object's `$ref`, if it has one that names an existing file. */
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

  /** Returns the source text of a value on one line. */
  textOf({ file, node }: Stated): string {
    const text = textOf(this.#tree, file) ?? '';
    return text.slice(node.offset, node.offset + node.length).replace(/\s+/g, ' ');
  }

  /** Finds a text under one of these keys, directly or in a list. Otherwise returns just the file. */
  find(keys: readonly string[], text: string): ConfigPlace {
    const texts = this.#index();
    for (const key of keys) {
      const found = texts.get(`${key}\n${text}`);
      if (found) return this.placeOf(found);
    }
    return { file: this.name };
  }

  /** Returns texts that may name files: all except those of `$ref`s, whose files are part of the configuration. */
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

  /** Maps each key and text to its first place. */
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

/** Returns the names and values of an object, in order. */
export function membersOf(node: Node): [key: string, value: Node][] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as [string, Node]] : [],
  );
}

export function memberOf(node: Node, key: string): Node | undefined {
  return membersOf(node).findLast(([name]) => name === key)?.[1];
}
