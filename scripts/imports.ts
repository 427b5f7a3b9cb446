import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** An import of a file: a path from the root of the repository, or the name of a package. */
export type Import = Readonly<{ target: string; typeOnly: boolean }>;

/**
 * Lists the imports of a TypeScript file, including `import()` and module names in types. `file` is a path from `root`.
 */
export function importsOf(root: string, file: string): Import[] {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const found: Import[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, source: from, importKind, exportKind } = node as Record<string, unknown>;
    const target = (from as { value?: unknown } | null | undefined)?.value;
    if (typeof type === 'string' && /^(Import|Export|TSImport)/.test(type) && typeof target === 'string') {
      found.push({
        target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
        typeOnly: importKind === 'type' || exportKind === 'type' || type === 'TSImportType',
      });
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }));
  return found;
}

/** Lists the TypeScript files below these folders of `root`, without declarations, fixtures and build output. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`),
    )
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .filter((name) => !/\/(fixtures|node_modules)\//.test(name) && !/^(renderer|preload)\/dist\//.test(name));
}
