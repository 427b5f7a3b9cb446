import type { ExportSettings } from '../settings/settings.ts';
import { type Scope, scopeOf } from '../site/scope.ts';
import type { Site } from '../site/site.ts';
import type { SiteFacts } from './live-survey.ts';
import { parseRobots } from './robots.ts';
import type { UrlOrigin } from './url-origin.ts';

/** Returns the site of a live origin, from the facts found at the start of its job. */
export function liveSite(facts: SiteFacts, origin: UrlOrigin, domains: readonly string[]): Site {
  return {
    origin: facts.base,
    hosts: new Set([new URL(facts.base).host, ...domains, ...facts.aliases]),
    queriesSelect: true,
    assetHosts: new Set(origin.assetHosts ?? []),
    headingParameter: facts.headingParameter ?? undefined,
  };
}

/** Returns the scope of a live site's export. */
export function liveScope(facts: SiteFacts, origin: UrlOrigin, settings: ExportSettings): Scope {
  const robots = facts.robots === null ? undefined : parseRobots(facts.robots);
  return scopeOf(settings, {
    prefix: facts.prefix,
    hasSession:
      origin.cookies !== undefined || origin.headers !== undefined || origin.basicAuth !== undefined,
    maxDepth: settings.maxDepth,
    ...(robots && { robots }),
  });
}

/** Returns the delay between requests that robots.txt asks for, in seconds, if it is obeyed. */
export function crawlDelayOf({ robots }: SiteFacts): number | undefined {
  return robots === null ? undefined : parseRobots(robots).crawlDelaySeconds;
}
