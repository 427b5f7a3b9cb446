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

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A target of a status; undefined for statuses that are neither redirect nor rewrite. */
export function targetOf(to: string, status: number): Target | undefined {
  if (REDIRECTS.has(status)) return { kind: 'redirect', to, status };
  return status === 200 ? { kind: 'rewrite', to, status } : undefined;
}

/** What a regular expression finds, as `RegExp.exec` tells it. */
export type Pattern = Readonly<{ exec: (text: string) => Found | null }>;
export type Found = Readonly<{ caught: readonly string[]; names: Readonly<Record<string, string>> }>;

/** More than an author writes; each character costs time with every path. */
const EXPRESSION_MAX = 500;

/**
 * A regular expression of an author, in time proportional to the text (RE2, which neither looks around nor back).
 * @returns undefined when it is none, or none of RE2's
 */
export function patternOf(source: string, { ignoreCase = false } = {}): Pattern | undefined {
  if (source.length > EXPRESSION_MAX) return undefined;
  try {
    return linearPattern(
      RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0),
    );
  } catch {
    return undefined;
  }
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
