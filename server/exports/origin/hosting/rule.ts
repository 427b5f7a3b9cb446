import { RE2JS } from 're2js';

/** What a host answers instead of a file of that path. */
export type Target = Readonly<{
  /** A redirect is seen by the browser; a rewrite shows the content of another place. */
  kind: 'redirect' | 'rewrite';
  /** A path of the host, or an address. */
  to: string;
  status: number;
}>;

export type HostingRule = Readonly<{
  /** @param path decoded as it stands in site paths */
  match: (path: string) => Target | undefined;
  /** It goes before a file of that path. */
  isForced: boolean;
}>;

/** Characters of a line or a field: a target may take in parts of the path, so its length counts many times. */
export const TEXT_MAX = 5_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A target of a status; undefined for statuses that are neither redirect nor rewrite. */
export function targetOf(to: string, status: number): Target | undefined {
  if (REDIRECTS.has(status)) return { kind: 'redirect', to, status };
  return status === 200 ? { kind: 'rewrite', to, status } : undefined;
}

/** What a regular expression finds, as `RegExp.exec` tells it. */
export type Pattern = Readonly<{ exec: (text: string) => Found | null }>;
export type Found = Readonly<{ caught: readonly string[]; names: Readonly<Record<string, string>> }>;

/** @returns undefined for what is no regular expression of RE2, and for what would take too much time */
export type PatternOf = (source: string, options?: Readonly<{ ignoreCase?: boolean }>) => Pattern | undefined;

/** In characters: longer than an author writes. */
const EXPRESSION_MAX = 500;
/** Instructions of one compiled expression, and of all of a site. Each may be carried out at each character of a path. */
const INSTRUCTIONS_MAX = 1_000;
const INSTRUCTIONS_OF_ALL_MAX = 20_000;
/** What an expression counts as at least, also one that cannot be compiled. */
const INSTRUCTIONS_MIN = 10;

/**
 * Reads the regular expressions of one site's author. They take time in proportion to the text (RE2, which neither looks
 * around nor back) and to what they compile to: `(a{1000})` is short and compiles to a thousand instructions. So there is
 * a limit for each and for all; expressions beyond it are unknown. Those that stand for one path count as nothing.
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

/** `^/a/b\.html/?$`, which stands for one path, with a slash at its end or without. */
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

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
