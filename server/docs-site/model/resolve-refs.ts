import path from 'node:path';
import type { FileTree } from '../file-tree.ts';
import type { Finding } from '../findings.ts';
import { ConfigFault, parseConfigFile } from './config-file.ts';
import { recordOf } from './values.ts';

/** Maximum nesting depth. Deeper nesting is a mistake and would crash the process. */
const DEPTH_MAX = 200;
/** Maximum number of values. Sites of 20,000 pages have a tenth of it; repeated `$ref`s multiply them. */
const VALUES_MAX = 500_000;

/** Called for each `$ref` that cannot be resolved. */
export type OnReference = (finding: Finding, $ref: string) => void;

/** Resolves a `$ref` from the root of the site or from the folder of the file that contains it. */
export function referenceTarget(file: string, $ref: string): string {
  return path.posix.normalize(
    $ref.startsWith('/') ? $ref.slice(1) : path.posix.join(path.posix.dirname(file), $ref),
  );
}

/**
 * Replaces each `$ref` with the content of the file it names. Keys next to a `$ref` override those of the file; they
 * are ignored if the file is a list. A `$ref` to a missing file, outside the folder or in a cycle is left out and
 * reported.
 * @param file path of the file that `value` was read from
 * @throws ConfigFault if a file is not valid JSON, is nested too deep, or has too many values with the files it names
 */
export function resolveRefs(value: unknown, tree: FileTree, file: string, report: OnReference): unknown {
  return withReferences(value, { tree, report, read: new Map(), left: VALUES_MAX }, file, [file], 0);
}

type Resolving = {
  readonly tree: FileTree;
  readonly report: OnReference;
  readonly read: Map<string, unknown>;
  /** Number of values that are still allowed. */
  left: number;
};

/** @param open the files being read, outermost first */
function withReferences(
  value: unknown,
  resolving: Resolving,
  file: string,
  open: readonly string[],
  depth: number,
): unknown {
  const { tree, report, read } = resolving;
  if (--resolving.left < 0)
    throw new ConfigFault(
      open[0] ?? file,
      `has more than ${VALUES_MAX} values together with the files that its $refs name. Use fewer $refs.`,
    );
  if (depth > DEPTH_MAX) throw new ConfigFault(file, `is nested more than ${DEPTH_MAX} levels deep.`);
  const inner = (one: unknown): unknown => withReferences(one, resolving, file, open, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  const record = recordOf(value);
  if (record === undefined) return value;
  const { $ref, ...rest } = record;
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inner(one)]));
  if (typeof $ref !== 'string') return $ref === undefined ? own : { ...own, $ref };
  const target = referenceTarget(file, $ref);
  const fault = (message: string): unknown => {
    report({ code: 'config', file, message: `${message} The entry was left out.` }, $ref);
    return own;
  };
  if (open.includes(target)) return fault(`The $ref "${$ref}" refers back to a file that contains it.`);
  if (target.startsWith('../')) {
    return fault(
      `The $ref "${$ref}" points outside the folder that contains ${open[0]}. Move the file into that folder and update the $ref.`,
    );
  }
  if (!tree.has(target)) return fault(`The $ref "${$ref}" does not point to a file.`);
  if (!read.has(target)) read.set(target, parseConfigFile(tree, target));
  const found = withReferences(read.get(target), resolving, target, [...open, target], depth + 1);
  const merged = recordOf(found);
  return merged === undefined ? found : { ...merged, ...own };
}
