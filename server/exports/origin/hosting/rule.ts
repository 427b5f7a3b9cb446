import { RE2JS } from 're2js';

/** What a host serves instead of the file at a path. */
export type Target = Readonly<{
  /** A redirect is visible to the browser; a rewrite serves the content of another place. */
  kind: 'redirect' | 'rewrite';
  /** A path of the host, or an address. */
  to: string;
  status: number;
}>;

export type HostingRule = Readonly<{
  /** @param path decoded site path */
  match: (path: string) => Target | undefined;
  /** Takes precedence over a file at that path. */
  isForced: boolean;
}>;

/**
 * Maximum length of a line or a field. A target may insert parts of the path repeatedly, so its length counts many
 * times.
 */
export const TEXT_MAX = 5_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the target for a status; undefined for statuses that are neither redirect nor rewrite. */
export function targetOf(to: string, status: number): Target | undefined {
  if (REDIRECTS.has(status)) return { kind: 'redirect', to, status };
  return status === 200 ? { kind: 'rewrite', to, status } : undefined;
}

/** A compiled regular expression; `exec` returns what `RegExp.exec` would find. */
export type Pattern = Readonly<{ exec: (text: string) => Found | null }>;
export type Found = Readonly<{ caught: readonly string[]; names: Readonly<Record<string, string>> }>;

/** @returns undefined if it is not a valid RE2 expression, or would take too much time */
export type PatternOf = (source: string, options?: Readonly<{ ignoreCase?: boolean }>) => Pattern | undefined;

/** In characters: longer than anything an author writes. */
const EXPRESSION_MAX = 500;
/**
 * Maximum instructions of one compiled expression, and of all expressions of a site. Each may run at each character
 * of a path.
 */
const INSTRUCTIONS_MAX = 1_000;
const INSTRUCTIONS_OF_ALL_MAX = 20_000;
/** Minimum size that an expression counts as, even if it cannot be compiled. */
const INSTRUCTIONS_MIN = 10;

/**
 * Compiles the regular expressions of one site's author. RE2, which has no lookaround and no backreferences, takes
 * time in proportion to the text and to the compiled size: `(a{1000})` is short and compiles to a thousand
 * instructions. So the size is limited for each and for all; expressions beyond the limit are ignored. Those that
 * match a single path do not count.
 */
export function boundedPatterns(): PatternOf {
  let left = INSTRUCTIONS_OF_ALL_MAX;
  return (source, { ignoreCase = false } = {}) => {
    if (source.length > EXPRESSION_MAX) return undefined;
    const literal = ignoreCase ? undefined : literalPattern(source);
    if (literal || left <= 0) return literal;
    let size = INSTRUCTIONS_MIN;
    try {
      const pattern = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
      size = Math.max(size, pattern.programSize());
      return size <= Math.min(left, INSTRUCTIONS_MAX) ? linearPattern(pattern) : undefined;
    } catch {
      return undefined;
    } finally {
      left -= size;
    }
  };
}

/**
 * Compiles an expression that matches a single path, with or without a slash at its end: `^/a/b\.html/?$`. Undefined
 * for others.
 */
function literalPattern(source: string): Pattern | undefined {
  const found = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])*)(\/\?)?\$$/.exec(source);
  if (!found) return undefined;
  const path = (found[1] ?? '').replace(/\\(.)/gs, '$1');
  const paths = found[2] === undefined ? [path] : [path, `${path}/`];
  return { exec: (text) => (paths.includes(text) ? { caught: [text], names: {} } : null) };
}

function linearPattern(pattern: RE2JS): Pattern {
  const names = Object.entries(pattern.namedGroups());
  return {
    exec: (text) => {
      const matcher = pattern.matcher(text);
      if (!matcher.find()) return null;
      const caught = Array.from(
        { length: matcher.groupCount() + 1 },
        (_, group) => matcher.group(group) ?? '',
      );
      return { caught, names: Object.fromEntries(names.map(([name, group]) => [name, caught[group] ?? ''])) };
    },
  };
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Parses JSON; undefined if it is not valid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
