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

/** A regular expression of an author; undefined when it is none. */
export function patternOf(source: string, flags = ''): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
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
