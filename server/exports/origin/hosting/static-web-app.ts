import { z } from 'zod';
import { isForRolesOnly, type OnConditional } from './conditional-rules.ts';
import {
  boundedPatterns,
  escaped,
  type HostingRule,
  jsonOf,
  type PatternOf,
  type Target,
  targetOf,
} from './rule.ts';

const route = z.object({
  route: z.string(),
  redirect: z.string().optional(),
  rewrite: z.string().optional(),
  statusCode: z.number().optional(),
  methods: z.array(z.string()).default(['GET']),
  allowedRoles: z.array(z.string()).default(['anonymous']),
});

const configuration = z.object({
  routes: z.array(z.unknown()).default([]),
  navigationFallback: z
    .object({ rewrite: z.string(), exclude: z.array(z.string()).default([]) })
    .optional()
    .catch(undefined),
});

/**
 * Reads the routes and the fallback of a `staticwebapp.config.json`
 * (learn.microsoft.com/azure/static-web-apps/configuration). Routes for other methods than GET are not part of the
 * site; those for certain roles are conditional.
 */
export function staticWebAppRules(
  text: string,
  patternOf: PatternOf = boundedPatterns(),
  onConditional: OnConditional = () => {},
): HostingRule[] {
  const parsed = configuration.safeParse(jsonOf(text));
  if (!parsed.success) return [];
  const { routes, navigationFallback } = parsed.data;
  const rules = routes.flatMap((entry): HostingRule[] => {
    const { data } = route.safeParse(entry);
    if (!data?.methods.includes('GET')) return [];
    const { redirect, rewrite, statusCode = 302 } = data;
    const target =
      redirect === undefined ? rewrite && targetOf(rewrite, 200) : targetOf(redirect, statusCode);
    if (!target) return [];
    if (!isForRolesOnly(data.allowedRoles)) return [ruleOf(data.route, target, patternOf)];
    onConditional(`${data.route} ${target.to}`);
    return [];
  });
  const fallback = navigationFallback && targetOf(navigationFallback.rewrite, 200);
  if (!navigationFallback || !fallback) return rules;
  const excluded = matcher(navigationFallback.exclude, patternOf);
  return [...rules, { isForced: false, match: (path) => (excluded(path) ? undefined : fallback) }];
}

function ruleOf(route: string, target: Target, patternOf: PatternOf): HostingRule {
  const matches = matcher([route], patternOf);
  return { isForced: true, match: (path) => (matches(path) ? target : undefined) };
}

/** Matches paths against routes such as `/a/*` and `/images/*.{png,gif}`. */
function matcher(routes: readonly string[], patternOf: PatternOf): (path: string) => boolean {
  const patterns = routes.flatMap((text) => {
    const [, before = text, endings] = /^(.*)\{([^{}]*)\}$/.exec(text) ?? [];
    const source = before.split('*').map(escaped).join('.*');
    const ends = endings === undefined ? '/?' : `(?:${endings.split(',').map(escaped).join('|')})`;
    return patternOf(`^${source.replace(/\\\/\.\*$/, '(?:/.*)?').replace(/\\\/$/, '')}${ends}$`) ?? [];
  });
  return (path) => patterns.some((pattern) => pattern.exec(path));
}
