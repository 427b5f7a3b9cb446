import path from 'node:path';
import { type Import, importsOf, sourceFiles } from './imports.ts';

/**
 * Finds circular imports, each as a chain of files. Circles of values are never allowed: what a module sees of another
 * then depends on which of them is loaded first, and neither can be read or moved alone. A circle with a type import in
 * it is allowed within one folder, where both files are one idea. `import()` counts as an import of values.
 *
 * There is one chain for every import that has to go: the shortest circle through it.
 */
export function importCircles(
  root = process.cwd(),
  folders: readonly string[] = ['server', 'main', 'preload', 'renderer', 'scripts', 'shared', 'test'],
): string[] {
  const files = new Set(sourceFiles(root, folders));
  const graph: Graph = new Map(
    [...files].map((file) => [file, merged(importsOf(root, file).filter(({ target }) => files.has(target)))]),
  );
  const values: Graph = new Map([...graph].map(([file, imports]) => [file, onlyValues(imports)]));
  const ofValues = circlesThrough(values, () => true);
  const acrossFolders = circlesThrough(graph, (from, to) => path.dirname(from) !== path.dirname(to));
  const seen = new Set(ofValues.map(asSet));
  return [
    ...ofValues.map((circle) => `a circle: ${chain(circle)}`),
    ...acrossFolders
      .filter((circle) => !seen.has(asSet(circle)))
      .map((circle) => `a circle with types, across folders: ${chain(circle)}`),
  ];
}

/** The imports of every file, and whether they are only types. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

function merged(imports: readonly Import[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { target, typeOnly } of imports) found.set(target, typeOnly && (found.get(target) ?? true));
  return found;
}

function onlyValues(imports: ReadonlyMap<string, boolean>): Map<string, boolean> {
  return new Map([...imports].filter(([, typeOnly]) => !typeOnly));
}

/** Finds the shortest circle through each chosen import. Lists every circle once, sorted by its files' names. */
function circlesThrough(graph: Graph, isChosen: (from: string, to: string) => boolean): string[][] {
  const found = new Map<string, string[]>();
  for (const from of [...graph.keys()].sort()) {
    for (const to of [...(graph.get(from)?.keys() ?? [])].sort()) {
      const back = isChosen(from, to) ? shortestWay(graph, to, from) : undefined;
      if (back !== undefined && !found.has(asSet(back))) found.set(asSet(back), back);
    }
  }
  return [...found.values()];
}

/** Returns the files from `start` to `end` along imports, both included; `[start]` if they are the same. */
function shortestWay(graph: Graph, start: string, end: string): string[] | undefined {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  for (const file of cameFrom.keys()) {
    if (file === end) break;
    for (const next of graph.get(file)?.keys() ?? []) {
      if (!cameFrom.has(next)) cameFrom.set(next, file);
    }
  }
  if (!cameFrom.has(end)) return undefined;
  const way: string[] = [];
  for (let at: string | null | undefined = end; typeof at === 'string'; at = cameFrom.get(at))
    way.unshift(at);
  return way;
}

function asSet(circle: readonly string[]): string {
  return [...circle].sort().join('\n');
}

function chain(circle: readonly string[]): string {
  const first = circle.indexOf([...circle].sort()[0] as string);
  const turned = [...circle.slice(first), ...circle.slice(0, first)];
  return [...turned, turned[0]].join(' -> ');
}
