import path from 'node:path';
import type { FileTree } from '../file-tree.ts';
import { textOf } from '../file-tree.ts';
import type { Finding } from '../findings.ts';
import { upgradeMint } from './upgrade-mint.ts';
import { recordOf, type Values } from './values.ts';

/** Names of the file that says how a site is laid out; the second one is its older form. */
export const CONFIG_NAMES = ['docs.json', 'mint.json'] as const;

/** Deeper nesting is a mistake, and would end the process. */
const DEPTH_MAX = 200;

/** A configuration that nothing can be made of. */
export class ConfigFault extends Error {
  readonly file: string;
  constructor(file: string, message: string) {
    super(`${file} ${message}`);
    this.name = 'ConfigFault';
    this.file = file;
  }
}

/** Which of the two a folder has; undefined where it is no documentation in this format. */
export function configName(tree: Pick<FileTree, 'has'>): string | undefined {
  return CONFIG_NAMES.find((name) => tree.has(name));
}

/** Hears of a `$ref` that leads nowhere. */
type OnReference = (finding: Finding, $ref: string) => void;

/**
 * Reads docs.json with the files that its `$ref`s name merged in, or mint.json as what it would be in docs.json.
 * @throws ConfigFault where there is none, or it is no JSON
 */
export function readConfig(tree: FileTree, report: OnReference): Values {
  const name = configName(tree);
  if (name === undefined) throw new ConfigFault('docs.json', 'is missing.');
  const raw = recordOf(parsed(tree, name));
  if (raw === undefined) throw new ConfigFault(name, 'must contain an object.');
  const config = recordOf(withReferences(raw, tree, name, [name], report)) ?? {};
  return name === 'mint.json' && !recordOf(config.navigation) ? upgradeMint(config) : config;
}

function parsed(tree: FileTree, file: string): unknown {
  try {
    return JSON.parse(textOf(tree, file) ?? '');
  } catch (error) {
    throw new ConfigFault(file, `is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The file that a `$ref` names, from the root of the site or from the file that it stands in. */
export function referenceTarget(file: string, $ref: string): string {
  return path.posix.normalize(
    $ref.startsWith('/') ? $ref.slice(1) : path.posix.join(path.posix.dirname(file), $ref),
  );
}

/** Keys beside a `$ref` win over those of the file; beside one that is a list they are ignored. */
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
  const found = withReferences(parsed(tree, target), tree, target, [...open, target], report, depth + 1);
  const merged = recordOf(found);
  return merged === undefined ? found : { ...merged, ...own };
}
