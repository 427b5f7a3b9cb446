import vm from 'node:vm';
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

/**
 * A regular expression of an author. It takes time in proportion to the text (RE2); one that looks around or back, which
 * RE2 cannot, is given up once a text takes it longer than 50 ms.
 * @returns undefined when it is none
 */
export function patternOf(source: string, { ignoreCase = false } = {}): Pattern | undefined {
  try {
    return linearPattern(
      RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0),
    );
  } catch {
    return timedPattern(source, ignoreCase);
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

const TIMED_MS = 50;

function timedPattern(source: string, ignoreCase: boolean): Pattern | undefined {
  let context: vm.Context;
  try {
    context = vm.createContext({ pattern: new RegExp(source, ignoreCase ? 'i' : ''), text: '' });
  } catch {
    return undefined;
  }
  const script = new vm.Script('pattern.exec(text)');
  let isGivenUp = false;
  return {
    exec: (text) => {
      if (isGivenUp) return null;
      context.text = text;
      try {
        const found = script.runInContext(context, { timeout: TIMED_MS }) as RegExpExecArray | null;
        return found && { caught: found.map((part) => part ?? ''), names: { ...found.groups } };
      } catch {
        isGivenUp = true;
        return null;
      }
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
