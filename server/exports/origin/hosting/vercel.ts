import { z } from 'zod';
import { conditionalVercelRule, type OnConditional } from './conditional-rules.ts';
import {
  boundedPatterns,
  escaped,
  type HostingRule,
  jsonOf,
  type Pattern,
  type PatternOf,
  TEXT_MAX,
  targetOf,
} from './rule.ts';

const rule = z.object({
  source: z.string().max(TEXT_MAX),
  destination: z.string().max(TEXT_MAX),
  permanent: z.boolean().optional(),
  statusCode: z.number().optional(),
  has: z.undefined().optional(),
  missing: z.undefined().optional(),
});

const configuration = z.object({
  redirects: z.array(z.unknown()).default([]),
  rewrites: z.array(z.unknown()).default([]),
});

/**
 * Reads the redirects and rewrites of a `vercel.json` (vercel.com/docs/project-configuration). Those with `has` or
 * `missing` are conditional.
 */
export function vercelRules(
  text: string,
  patternOf: PatternOf = boundedPatterns(),
  onConditional: OnConditional = () => {},
): HostingRule[] {
  const parsed = configuration.safeParse(jsonOf(text));
  if (!parsed.success) return [];
  return [
    ...known(parsed.data.redirects, onConditional).flatMap(({ source, destination, permanent, statusCode }) =>
      ruleOf(
        patternOf(patternFor(source)),
        destination,
        statusCode ?? ((permanent ?? true) ? 308 : 307),
        true,
      ),
    ),
    ...known(parsed.data.rewrites, onConditional).flatMap(({ source, destination }) =>
      ruleOf(patternOf(patternFor(source)), destination, 200, false),
    ),
  ];
}

function known(rules: readonly unknown[], onConditional: OnConditional): z.infer<typeof rule>[] {
  return rules.flatMap((entry) => {
    const conditional = conditionalVercelRule(entry);
    if (conditional !== undefined) onConditional(conditional);
    return rule.safeParse(entry).data ?? [];
  });
}

function patternFor(source: string): string {
  return `^${sourceOf(source)}/?$`;
}

function ruleOf(pattern: Pattern | undefined, to: string, status: number, isForced: boolean): HostingRule[] {
  if (!pattern) return [];
  return [
    {
      isForced,
      match: (path) => {
        const found = pattern.exec(path);
        return found
          ? targetOf(inserted(to, { ...Object.fromEntries(found.caught.entries()), ...found.names }), status)
          : undefined;
      },
    },
  ];
}

/** Fills in the placeholders `$1`, `:name` and `:name*`. */
function inserted(to: string, caught: Readonly<Record<string, string | undefined>>): string {
  const names = /:([A-Za-z_]\w*)[*+]?|\$(\w+)/g;
  return to.replace(names, (_whole, name?: string, other = '') => caught[name ?? other] ?? '');
}

/** Converts `/a/:name(\\d+)/:rest*` to a regular expression (path-to-regexp 6). */
function sourceOf(source: string): string {
  const parts = source.matchAll(
    /(\/?):([A-Za-z_]\w*)(\((?:[^()]|\([^()]*\))*\))?([*+?]?)|(\((?:[^()]|\([^()]*\))*\))|([^:(/]+|[:(/])/g,
  );
  return [...parts]
    .map(([, slash = '', name, own, repeat = '', group, text]) => {
      if (name === undefined) return group ?? escaped(text ?? '');
      const segment = own ? `(?:${own.slice(1, -1)})` : '[^/]+?';
      const isMany = repeat === '*' || repeat === '+';
      const caught = `(?<${name}>${isMany ? `${segment}(?:/${segment})*` : segment})`;
      return repeat === '*' || repeat === '?' ? `(?:${slash}${caught})?` : slash + caught;
    })
    .join('');
}
