import { type Node, parse } from 'acorn';
import { type FileTree, textOf } from '../file-tree.ts';

/** Names that scripts use to send requests or data. */
const CALLS = new Set(['fetch', 'XMLHttpRequest', 'sendBeacon', 'WebSocket', 'EventSource', 'importScripts']);
const LOADED = new Set(['script', 'iframe']);

type CallOptions = Readonly<{ ofComponent?: boolean }>;

/**
 * Returns why a script of the repository is not loaded. Pages opened from files can load only classic scripts, and
 * these cannot access the network. The exporter's offline check catches whatever this overlooks.
 * @returns the end of a sentence whose subject is the script; undefined if it may run
 */
export function whyNotLoaded(tree: FileTree, file: string): string | undefined {
  let program: Node;
  try {
    program = parse(textOf(tree, file) ?? '', { ecmaVersion: 'latest', sourceType: 'script' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return /import|export/i.test(why)
      ? 'is a module, which pages opened as local files cannot load'
      : `cannot be read: ${why}`;
  }
  if (isForNode(program)) return 'is a Node.js program';
  const call = callIn(program);
  return call === undefined ? undefined : `uses ${call}, which needs network access`;
}

/** Whether a script is a Node.js program: it calls `require()` at the top level, which pages do not have. */
function isForNode(program: Node): boolean {
  const { body } = program as Node & { body: (Node & Record<string, unknown>)[] };
  return body.some(({ type, declarations, expression }) => {
    const values =
      type === 'VariableDeclaration'
        ? (declarations as { init: unknown }[]).map(({ init }) => init)
        : [expression];
    return values.some(
      (value) => (value as { callee?: { name?: string } } | null)?.callee?.name === 'require',
    );
  });
}

/**
 * Returns the name that code uses to access the network, if any.
 * @param options.ofComponent whether it may load scripts stored next to the page
 */
export function callIn(node: Node, options: CallOptions = {}): string | undefined {
  const { type, name, callee, arguments: given, source } = node as Node & Record<string, unknown>;
  if (type === 'Identifier' && typeof name === 'string' && CALLS.has(name)) return name;
  if (type === 'ImportExpression' && source) return 'import()';
  if (type === 'CallExpression' && propertyOf(callee) === 'createElement' && Array.isArray(given)) {
    const tag = given[0]?.value;
    if (typeof tag === 'string' && LOADED.has(tag.toLowerCase()) && !options.ofComponent)
      return `createElement('${tag}')`;
  }
  if (options.ofComponent && type === 'Literal' && isScriptElsewhere(node)) return String(literalOf(node));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue;
      const found = callIn(child as Node, options);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isScriptElsewhere(node: Node): boolean {
  const value = literalOf(node);
  return typeof value === 'string' && /^(https?:)?\/\/[^\s?#]+\.m?js\b/.test(value);
}

function literalOf(node: Node): unknown {
  return (node as Node & { value?: unknown }).value;
}

function propertyOf(callee: unknown): string | undefined {
  return (callee as { property?: { name?: string } } | undefined)?.property?.name;
}
