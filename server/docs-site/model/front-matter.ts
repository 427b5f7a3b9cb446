import { parseDocument } from 'yaml';
import { recordOf, type Values } from './values.ts';

const FENCED = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;
/** Longer front matter is reported and ignored. */
const MAX_LENGTH = 64 * 1024;

export type SplitPage = Readonly<{
  values: Values;
  /** The page with blank lines in place of its front matter, which preserves line numbers. */
  body: string;
  fault?: string;
}>;

function read(yaml: string): ReturnType<typeof parseDocument> {
  return parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' });
}

/** Indents continuation lines of quoted strings. YAML requires this, but its most common parser does not. */
function withIndentedQuotes(yaml: string): string {
  return yaml.replace(
    /^(\s*[\w:-]+:[ \t]+)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=[ \t]*\r?$)/gm,
    (_whole, key: string, text: string) => key + text.replace(/\n(?=\S)/g, '\n  '),
  );
}

/** Parses the front matter of a page, which is enclosed in two `---` lines, and separates it from the rest. */
export function splitFrontMatter(text: string): SplitPage {
  const match = FENCED.exec(text);
  if (!match) return { values: {}, body: text };
  const [whole, yaml = ''] = match;
  const body = '\n'.repeat(whole.split('\n').length - 1) + text.slice(whole.length);
  if (yaml.length > MAX_LENGTH) return { values: {}, body, fault: 'it is longer than 64 KB' };
  try {
    let document = read(yaml);
    if (document.errors.length > 0) {
      const repaired = read(withIndentedQuotes(yaml));
      if (repaired.errors.length === 0) document = repaired;
    }
    const [error] = document.errors;
    const values = recordOf(document.toJS({ maxAliasCount: 20 })) ?? {};
    return { values, body, ...(error && { fault: error.message.split('\n')[0] ?? '' }) };
  } catch (error) {
    return { values: {}, body, fault: error instanceof Error ? error.message : String(error) };
  }
}
