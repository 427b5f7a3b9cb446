import { RE2JS } from 're2js';
import { OffprintError } from './errors.ts';

/** Characters of one glob, and of several together: what a path is matched against takes time in proportion. */
const LENGTH_MAX = 500;
const LENGTH_OF_ALL_MAX = 5_000;

/**
 * Matches paths with `/` against globs: `*` and `?` within a segment, `**` for any number of segments, `[a-z]`, `[!a]`,
 * `{a,b}`, `\` before a character that stands for itself. Takes time in proportion to glob and path, whatever they say:
 * globs come from keys and language models (RE2 does not backtrack).
 * @returns whether a path matches one of them
 * @throws OffprintError `usage` for globs that are too long
 */
export function globMatcher(
  globs: readonly string[],
  { ignoreCase = false }: Readonly<{ ignoreCase?: boolean }> = {},
): (path: string) => boolean {
  const flags = RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (globs.some(({ length }) => length > LENGTH_MAX) || globs.join('').length > LENGTH_OF_ALL_MAX) {
    throw new OffprintError(
      'usage',
      `A glob has ${LENGTH_MAX} characters at most, and all together ${LENGTH_OF_ALL_MAX}. Shorten or join them.`,
    );
  }
  const patterns = globs.map((glob) => {
    try {
      return RE2JS.compile(expressionOf(glob), flags);
    } catch (error) {
      throw new OffprintError(
        'usage',
        `The glob ${JSON.stringify(glob.slice(0, 80))} cannot be used.`,
        error,
      );
    }
  });
  return (path) => patterns.some((pattern) => pattern.matches(path));
}

/** A glob as a regular expression of RE2, which has to match the whole path. */
function expressionOf(glob: string): string {
  let depth = 0;
  let expression = '';
  for (let at = 0; at < glob.length; ) {
    const rest = glob.slice(at);
    const isSegment = at === 0 || glob[at - 1] === '/';
    const [many] = (isSegment && /^\*\*+(?=\/|$)/.exec(rest)) || [];
    const [set] = /^\[[!^]?\]?[^\]/]*\]/.exec(rest) ?? [];
    if (many !== undefined) {
      // `/a/**` is `/a` as well, `**/a` is `a` as well.
      const isLast = at + many.length === glob.length;
      if (isLast && expression.endsWith('/')) expression = `${expression.slice(0, -1)}(?:/.*)?`;
      else expression += isLast ? '.*' : '(?:[^/]*/)*';
      at += many.length + (isLast ? 0 : 1);
    } else if (rest.startsWith('*')) {
      expression += isSegment && /^\*(\/|$)/.test(rest) ? '[^/]+' : '[^/]*';
      at += /^\*+/.exec(rest)?.[0].length ?? 1;
    } else if (rest.startsWith('?')) {
      expression += '[^/]';
      at += 1;
    } else if (set !== undefined) {
      expression += setExpression(set) ?? RE2JS.quote(set);
      at += set.length;
    } else if (rest.startsWith('{') && closes(rest)) {
      depth += 1;
      expression += '(?:';
      at += 1;
    } else if (depth > 0 && (rest.startsWith(',') || rest.startsWith('}'))) {
      if (rest.startsWith('}')) depth -= 1;
      expression += rest.startsWith(',') ? '|' : ')';
      at += 1;
    } else {
      const isEscaped = rest.startsWith('\\') && rest.length > 1;
      const sign = String.fromCodePoint(rest.codePointAt(isEscaped ? 1 : 0) ?? 0);
      expression += RE2JS.quote(sign);
      at += sign.length + (isEscaped ? 1 : 0);
    }
  }
  return expression;
}

/** `[!a-z]` as RE2 has it; undefined for what is none, such as `[z-a]`. */
function setExpression(set: string): string | undefined {
  const inside = set.slice(1, -1);
  const isNegated = /^[!^]/.test(inside);
  const signs = (isNegated ? inside.slice(1) : inside).replace(/[\\[\]&~^]/g, '\\$&');
  const expression = isNegated ? `[^/${signs}]` : `[${signs}]`;
  try {
    RE2JS.compile(expression);
    return expression;
  } catch {
    return undefined;
  }
}

/** Whether a brace at the beginning has its partner. */
function closes(text: string): boolean {
  let depth = 0;
  for (const sign of text.replace(/\\./gs, '')) {
    if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return true;
  }
  return false;
}
