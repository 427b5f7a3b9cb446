import path from 'node:path';
import type { FileTree } from '../file-tree.ts';
import type { Finding } from '../findings.ts';
import { ConfigFault, parseConfigFile } from './config-file.ts';
import { recordOf } from './values.ts';

/** Deeper nesting is a mistake, and would end the process. */
const DEPTH_MAX = 200;

/** Hears of a `$ref` that leads nowhere. */
export type OnReference = (finding: Finding, $ref: string) => void;

/** The file that a `$ref` names, from the root of the site or from the file that it stands in. */
export function referenceTarget(file: string, $ref: string): string {
  return path.posix.normalize(
    $ref.startsWith('/') ? $ref.slice(1) : path.posix.join(path.posix.dirname(file), $ref),
  );
}

/**
 * Puts what the `$ref`s of a file name in their place. Keys beside a `$ref` win over those of the file; beside one that is a
 * list they are ignored. A `$ref` that leads nowhere, out of the folder or round in a circle is left out and reported.
 * @param file path of the file that `value` was read from
 * @throws ConfigFault where a file is no JSON or is nested too deep
 */
export function resolveRefs(value: unknown, tree: FileTree, file: string, report: OnReference): unknown {
  return withReferences(value, tree, file, [file], report);
}

/** @param open the files that are being read, the outermost first */
function withReferences(
  value: unknown,
  tree: FileTree,
  file: string,
  open: readonly string[],
  report: OnReference,
  depth = 0,
): unknown {
  if (depth > DEPTH_MAX) throw new ConfigFault(file, `is nested more than ${DEPTH_MAX} levels deep.`);
  const inner = (one: unknown): unknown => withReferences(one, tree, file, open, report, depth + 1);
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
  const found = withReferences(
    parseConfigFile(tree, target),
    tree,
    target,
    [...open, target],
    report,
    depth + 1,
  );
  const merged = recordOf(found);
  return merged === undefined ? found : { ...merged, ...own };
}
