import { type Document, isAlias, isNode, isPair, isScalar, parseAllDocuments, visit } from 'yaml';
import { lineCounter } from './lines.ts';

/** Key or value of YAML or JSON after parsing, regardless of its quotes and escapes. */
export type YamlText = Readonly<{ text: string; line: number }>;

/** Key with its value. */
export type YamlPair = Readonly<{
  /** Keys of the pairs that enclose it. */
  path: readonly string[];
  key: string;
  /** Null if the value is not a string. */
  value: string | null;
  source: string;
  line: number;
}>;

export type YamlSource = Readonly<{
  /** Set if the text cannot be parsed. The other fields contain what could still be read. */
  fault: Readonly<{ line: number; message: string }> | null;
  documents: readonly Document[];
  texts: readonly YamlText[];
  pairs: readonly YamlPair[];
  /** Tags outside YAML's core schema: they name classes, functions, files and variables (`!!python/name:x`, `!ENV`). */
  tags: readonly YamlText[];
}>;

/**
 * Reads YAML, or JSON, which is YAML (1.2, section 1.3): all documents, and every key and value, including duplicate
 * keys. Never throws. Errors are not prettified: with thousands of them, that uses up all memory (yaml 2.9).
 */
export function readYaml(text: string): YamlSource {
  const lineAt = lineCounter(text);
  const parsed = parseSafely(text);
  if (parsed instanceof Error) {
    return {
      fault: { line: 1, message: parsed.message },
      documents: [],
      texts: [],
      pairs: [],
      tags: [],
    };
  }
  const texts: YamlText[] = [];
  const pairs: YamlPair[] = [];
  const tags: YamlText[] = [];
  let fault: YamlSource['fault'] = null;
  for (const document of parsed) {
    const error = document.errors[0];
    if (error) fault ??= { line: lineAt(error.pos[0]), message: error.message.split('\n')[0] ?? '' };
    visit(document, (_, node, path) => {
      if (isPair(node)) {
        const [from] = rangeOf(node.key) ?? rangeOf(node.value) ?? [0, 0];
        const [, to] = rangeOf(node.value) ?? rangeOf(node.key) ?? [0, 0];
        const above = path.flatMap((step) => (isPair(step) ? [keyOf(step.key)] : []));
        pairs.push({
          path: above,
          key: keyOf(isAlias(node.key) ? node.key.resolve(document) : node.key),
          value: stringOf(isAlias(node.value) ? node.value.resolve(document) : node.value),
          source: text.slice(from, to),
          line: lineAt(from),
        });
        return;
      }
      if (!isNode(node)) return;
      const [from, to] = rangeOf(node) ?? [0, 0];
      if (node.tag !== undefined && !CORE.test(node.tag)) {
        tags.push({ text: `${node.tag} ${text.slice(from, to)}`, line: lineAt(from) });
      }
      if (isScalar(node) && typeof node.value === 'string')
        texts.push({ text: node.value, line: lineAt(from) });
    });
  }
  return { fault, documents: parsed, texts, pairs, tags };
}

function parseSafely(text: string): readonly Document[] | Error {
  try {
    const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    // Nesting is too deep for the stack.
    return error instanceof Error ? error : new Error(String(error));
  }
}

const CORE =
  /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq|set|omap|pairs|binary|timestamp|merge|value)$|^!$/;

function rangeOf(node: unknown): readonly [number, number] | null {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : null;
}

function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : 'a key that is not a name';
}

function stringOf(value: unknown): string | null {
  return isScalar(value) && typeof value.value === 'string' ? value.value : null;
}
