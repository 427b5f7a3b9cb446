import { Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import type { Program } from 'estree';
import type { Root } from 'mdast';
import { type FileTree, textOf } from '../file-tree.ts';
import { splitFrontMatter } from '../model/front-matter.ts';
import { UNKNOWN } from './evaluate.ts';
import { withHeadingIds, withVariables } from './literal-marks.ts';
import { type Binding, bind, type Module, moduleOf } from './modules.ts';
import { MdxFault, parseMdx } from './parse-mdx.ts';

export type Parsed = Readonly<{
  root: Root;
  module: Module;
  /** Length of the source in characters. */
  length: number;
}>;

/** Files included in pages, each parsed once. */
export class Library {
  readonly #tree: FileTree;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #pages = new Map<string, Parsed | MdxFault>();
  readonly #scripts = new Map<string, Module>();

  constructor(tree: FileTree, variables: Readonly<Record<string, string>>) {
    this.#tree = tree;
    this.#variables = variables;
  }

  /** Files included since this was last cleared. */
  readonly taken = new Set<string>();

  readonly has = (file: string): boolean => this.#tree.has(file);

  /** Parses a page without caching it, since other files rarely include it. @throws MdxFault */
  parse(body: string, file: string): Parsed {
    const root = parseMdx(withHeadingIds(withVariables(body, this.#variables)));
    return { root, module: moduleOf(root, file, this.#tree.has), length: body.length };
  }

  /** Returns an MDX file included in a page. @throws MdxFault */
  page(file: string): Parsed {
    this.taken.add(file);
    const known = this.#pages.get(file) ?? this.#read(file);
    this.#pages.set(file, known);
    if (known instanceof MdxFault) throw known;
    return known;
  }

  #read(file: string): Parsed | MdxFault {
    try {
      return this.parse(splitFrontMatter(textOf(this.#tree, file) ?? '').body, file);
    } catch (error) {
      if (error instanceof MdxFault) return error;
      throw error;
    }
  }

  /** Returns the bindings of a file: those of its module code for MDX, of the whole file for JavaScript. */
  module(file: string): Module {
    this.taken.add(file);
    if (/\.mdx?$/.test(file)) {
      try {
        return this.page(file).module;
      } catch {
        return { bindings: new Map(), code: '' };
      }
    }
    const known = this.#scripts.get(file) ?? this.#script(file);
    this.#scripts.set(file, known);
    return known;
  }

  #script(file: string): Module {
    const code = textOf(this.#tree, file) ?? '';
    const bindings = new Map<string, Binding>();
    if (file.endsWith('.json')) return { bindings, code };
    try {
      const program = Parser.extend(acornJsx()).parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
      bind(program as unknown as Program, file, this.#tree.has, bindings, (name) => {
        const found = bindings.get(name);
        return found?.kind === 'value' ? found.value : UNKNOWN;
      });
    } catch {
      // TypeScript or invalid code, which is left to the sandbox.
    }
    return { bindings, code };
  }

  /** Follows a name through the files that re-export it. */
  resolve(binding: Binding | undefined): Binding | undefined {
    let found = binding;
    for (let steps = 0; found?.kind === 'import' && steps < STEPS_MAX; steps++) {
      const next: Binding | undefined = this.module(found.file).bindings.get(found.name);
      if (next === undefined || next.kind === 'code') return found;
      found = next;
    }
    return found;
  }
}

/** Maximum number of files followed for a name. */
const STEPS_MAX = 20;
