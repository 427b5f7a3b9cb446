import { RE2JS } from 're2js';
import { OffprintError } from './errors.ts';

/** In characters. Matching a path takes time in proportion to the length of the globs. */
const LENGTH_MAX = 500;
const LENGTH_OF_ALL_MAX = 5_000;

/**
 * Matches paths with `/` against globs: `*` and `?` within a segment, `**` for any number of segments, `[a-z]`, `[!a]`,
 * `{a,b}`, `\` before a literal character. API keys and language models send globs, so matching must not backtrack: RE2 takes
 * time in proportion to the glob and the path.
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
      `A glob can have up to ${LENGTH_MAX} characters, and all globs together can have up to ${LENGTH_OF_ALL_MAX}. Shorten or combine them.`,
    );
  }
  const patterns = globs.map((glob) => {
    try {
      return RE2JS.compile(expressionOf(glob), flags);
    } catch (error) {
      throw new OffprintError(
        'usage',
        `The glob ${JSON.stringify(glob.slice(0, 80))} cannot be read. Check its brackets and braces.`,
        error,
      );
    }
  });
  return (path) => patterns.some((pattern) => pattern.matches(path));
}

/** Translates a glob into an RE2 expression that must match the whole path. */
function expressionOf(glob: string): string {
  let depth = 0;
  let expression = '';
  for (let at = 0; at < glob.length; ) {
    const rest = glob.slice(at);
    const isSegment = at === 0 || glob[at - 1] === '/';
    const [many] = (isSegment && /^\*\*+(?=\/|$)/.exec(rest)) || [];
    const [set] = /^\[[!^]?\]?[^\]/]*\]/.exec(rest) ?? [];
    if (many !== undefined) {
      // `/a/**` also matches `/a`, and `**/a` also matches `a`.
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

/** Translates `[!a-z]`; undefined if it is not a valid set, such as `[z-a]`. */
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

/** Whether the opening brace at the start is closed. */
function closes(text: string): boolean {
  let depth = 0;
  for (const sign of text.replace(/\\./gs, '')) {
    if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return true;
  }
  return false;
}
