import { globMatcher } from '../../glob.ts';
import type { Robots } from '../origin/robots.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { trapOf } from './crawler-traps.ts';
import { endsSession } from './logout-links.ts';
import { livePath, rooted, spellings } from './site.ts';
import type { SkipReason } from './skip-reasons.ts';

export type Scope = Readonly<{
  /** Whether only some of the pages are exported. Files that no page needs are then left out. */
  isPartial: boolean;
  /** Maximum number of links to follow from the start. */
  maxDepth: number;
  /**
   * @param url site path
   * @param selectable whether `include` and `paths` apply to it: to pages and link targets, not to what pages load
   */
  skipReason: (url: string, selectable: boolean) => SkipReason | undefined;
}>;

/** Limits of a live site's export besides the settings. */
export type LiveBounds = Readonly<{
  /** Site path that all pages begin with: `/docs/`, or `/docs` for that page and everything below it. */
  prefix: string;
  /** The robots.txt to obey; absent: none. */
  robots?: Robots;
  /** Requests carry credentials, so a logout link may end the session. */
  hasSession: boolean;
  /** Maximum number of links to follow from the start. */
  maxDepth: number;
}>;

/**
 * Returns the scope for `include`, `exclude` and `paths`. Globs are matched against the decoded path without query.
 */
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

/** Compiles globs; undefined if there are none. Paths have `/` on every system. */
function matcher(globs: readonly string[]): ((path: string) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  return globMatcher(globs.map(rooted));
}

/** Returns the path that globs are matched against. For a route, that is the path of its page in the bundle. */
function decoded(url: string): string {
  const path = withoutPageOfRoute(url.replace(/\?.*?(?=#|$)/s, '')).replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Removes the document's name from a route: `/app/index.html#/guide` becomes `/app/guide`. */
function withoutPageOfRoute(path: string): string {
  const mark = /#!?\//.exec(path);
  if (!mark) return path;
  return path.slice(0, path.lastIndexOf('/', mark.index) + 1) + path.slice(mark.index + mark[0].length);
}
