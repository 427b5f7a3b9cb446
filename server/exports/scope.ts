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
  const included =
    settings.include.length > 0 ? picomatch(settings.include.map(rooted), { dot: true }) : undefined;
  const excluded =
    settings.exclude.length > 0 ? picomatch(settings.exclude.map(rooted), { dot: true }) : undefined;
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

function decoded(url: string): string {
  const path = url.replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
