import { globMatcher } from '../../glob.ts';
import type { Robots } from '../origin/robots.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { trapOf } from './crawler-traps.ts';
import { endsSession } from './logout-links.ts';
import { livePath, rooted, spellings } from './site.ts';
import type { SkipReason } from './skip-reasons.ts';

export type Scope = Readonly<{
  /** True when only part of the pages is wanted: then files that no page needs are left out. */
  isPartial: boolean;
  /** How many links are followed from the start. */
  maxDepth: number;
  /**
   * @param url site path
   * @param selectable whether `include` and `paths` choose it: pages and what readers follow links to, not what
   *   pages load
   */
  skipReason: (url: string, selectable: boolean) => SkipReason | undefined;
}>;

/** What bounds the export of a live site besides the settings. */
export type LiveBounds = Readonly<{
  /** Site path that all pages begin with: `/docs/`, or `/docs` for it and what is below. */
  prefix: string;
  /** What is obeyed; absent: nothing. */
  robots?: Robots;
  /** Requests carry credentials: a link may end what they stand for. */
  hasSession: boolean;
  /** How many links are followed from the start. */
  maxDepth: number;
}>;

/** What `include`, `exclude` and `paths` mean. Globs are matched against the decoded path without query. */
export function scopeOf(
  settings: Pick<ExportSettings, 'include' | 'exclude' | 'paths'>,
  live?: LiveBounds,
): Scope {
  const included = matcher(settings.include);
  const excluded = matcher(settings.exclude);
  const paths =
    settings.paths.length > 0
      ? new Set(settings.paths.flatMap((path) => spellings(path, live && livePath)))
      : undefined;
  return {
    isPartial: included !== undefined || paths !== undefined,
    maxDepth: live?.maxDepth ?? Number.POSITIVE_INFINITY,
    skipReason: (url, selectable) => {
      const path = decoded(url);
      if (excluded?.(path)) return 'excluded';
      const outside = live && outsideOf(live, url, selectable);
      if (outside) return outside;
      if (!selectable) return undefined;
      if (included && !included(path)) return 'not included';
      if (paths && !paths.has(url)) return 'not in the selected paths';
      return undefined;
    },
  };
}

function outsideOf(live: LiveBounds, url: string, selectable: boolean): SkipReason | undefined {
  const trap = trapOf(url);
  if (trap) return trap;
  if (!url.startsWith('/')) return undefined; // of an asset host
  if (live.robots && !live.robots.allows(url.replace(/#.*$/s, ''))) return 'forbidden by robots.txt';
  if (live.hasSession && endsSession(url)) return 'logout link';
  return selectable && !isBelow(live.prefix, url) ? 'not below the start address' : undefined;
}

/** Whether a site path begins with a prefix of LiveBounds. */
export function isBelow(prefix: string, url: string): boolean {
  if (prefix.endsWith('/')) return url.startsWith(prefix);
  return url === prefix || (url.startsWith(prefix) && '/?#'.includes(url.charAt(prefix.length)));
}

/** Undefined for no globs. Paths have `/` on every system. */
function matcher(globs: readonly string[]): ((path: string) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  return globMatcher(globs.map(rooted));
}

/** What globs are matched against; of a route, what its page is called in the bundle. */
function decoded(url: string): string {
  const path = withoutPageOfRoute(url.replace(/\?.*?(?=#|$)/s, '')).replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `/app/index.html#/guide` without the name of the page: `/app/guide`. */
function withoutPageOfRoute(path: string): string {
  const mark = /#!?\//.exec(path);
  if (!mark) return path;
  return path.slice(0, path.lastIndexOf('/', mark.index) + 1) + path.slice(mark.index + mark[0].length);
}
