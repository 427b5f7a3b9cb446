import picomatch from 'picomatch';
import type { ExportSettings } from './settings.ts';
import { rooted, spellings } from './site.ts';

/** Why something of the site is not exported. */
export type OutOfScope =
  | 'excluded'
  | 'not included'
  | 'not among the paths'
  | 'page cap reached'
  | 'byte cap reached';

export type Scope = Readonly<{
  /** True when only part of the pages is wanted: then files that no page needs are left out. */
  isPartial: boolean;
  /**
   * @param url site path
   * @param selectable whether `include` and `paths` choose it: pages and what readers follow links to, not what
   *   pages load
   */
  skipReason: (url: string, selectable: boolean) => OutOfScope | undefined;
}>;

/** What `include`, `exclude` and `paths` mean. Globs are matched against the decoded path without query. */
export function scopeOf(settings: Pick<ExportSettings, 'include' | 'exclude' | 'paths'>): Scope {
  const included = matcher(settings.include);
  const excluded = matcher(settings.exclude);
  const paths = settings.paths.length > 0 ? new Set(settings.paths.flatMap(spellings)) : undefined;
  return {
    isPartial: included !== undefined || paths !== undefined,
    skipReason: (url, selectable) => {
      const path = decoded(url);
      if (excluded?.(path)) return 'excluded';
      if (!selectable) return undefined;
      if (included && !included(path)) return 'not included';
      if (paths && !paths.has(url)) return 'not among the paths';
      return undefined;
    },
  };
}

/** Undefined for no globs. Paths have `/` on every system. */
function matcher(globs: readonly string[]): ((path: string) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  // Only at the very beginning picomatch does not let `**` stand for no folder at all.
  const all = globs.map(rooted).flatMap((glob) => (glob.startsWith('/**/') ? [glob, glob.slice(3)] : [glob]));
  return picomatch(all, { dot: true, windows: false });
}

function decoded(url: string): string {
  const path = url.replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
