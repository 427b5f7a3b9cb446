import path from 'node:path';
import type { Program } from 'estree';
import type { Root } from 'mdast';
import { evaluate, UNKNOWN } from './evaluate.ts';

/** What a name in a page refers to. */
export type Binding =
  /** Text of another file, rendered in place. */
  | Readonly<{ kind: 'page'; file: string }>
  /** An export of another file. */
  | Readonly<{ kind: 'import'; file: string; name: string }>
  /** A value that is known without running code. */
  | Readonly<{ kind: 'value'; value: unknown }>
  /** A value that only running the code of this file can determine. */
  | Readonly<{ kind: 'code'; name: string }>
  | Readonly<{ kind: 'missing'; source: string }>;

export type Module = Readonly<{
  bindings: ReadonlyMap<string, Binding>;
  /** Module code of the page, unchanged. */
  code: string;
}>;

/** Returns the bindings of a page's module code (`import`, `export`). */
export function moduleOf(root: Root, file: string, has: (path: string) => boolean): Module {
  const bindings = new Map<string, Binding>();
  const codes: string[] = [];
  const lookup = (name: string): unknown => {
    const found = bindings.get(name);
    return found?.kind === 'value' ? found.value : UNKNOWN;
  };
  for (const node of root.children) {
    if (node.type !== 'mdxjsEsm') continue;
    codes.push(node.value);
    const program = node.data?.estree;
    if (program) bind(program, file, has, bindings, lookup);
  }
  return { bindings, code: codes.join('\n') };
}

export function bind(
  program: Program,
  file: string,
  has: (path: string) => boolean,
  bindings: Map<string, Binding>,
  lookup: (name: string) => unknown,
): void {
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const source = String(statement.source.value);
      const target = importedFile(source, file, has);
      for (const specifier of statement.specifiers) {
        const name = specifier.local.name;
        if (target === undefined) bindings.set(name, { kind: 'missing', source });
        else if (specifier.type === 'ImportSpecifier') {
          const imported =
            specifier.imported.type === 'Identifier'
              ? specifier.imported.name
              : String(specifier.imported.value);
          bindings.set(name, { kind: 'import', file: target, name: imported });
        } else if (/\.mdx?$/.test(target)) bindings.set(name, { kind: 'page', file: target });
        else bindings.set(name, { kind: 'import', file: target, name: 'default' });
      }
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier') continue;
        const value = init ? evaluate(init, lookup) : undefined;
        bindings.set(id.name, value === UNKNOWN ? { kind: 'code', name: id.name } : { kind: 'value', value });
      }
    } else if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
      bindings.set(declaration.id.name, { kind: 'code', name: declaration.id.name });
    }
  }
}

/** Resolves an `import` from the root of the site, from the folder of the file or below `snippets/`. */
export function importedFile(
  source: string,
  file: string,
  has: (path: string) => boolean,
): string | undefined {
  const places = source.startsWith('/')
    ? [source.slice(1)]
    : [path.posix.join(path.posix.dirname(file), source), path.posix.normalize(source), `snippets/${source}`];
  return places
    .flatMap((place) => [
      place,
      `${place}.mdx`,
      `${place}.jsx`,
      `${place}.tsx`,
      `${place}.js`,
      `${place}.ts`,
      `${place}/index.jsx`,
    ])
    .find((place) => !place.startsWith('..') && has(place));
}
