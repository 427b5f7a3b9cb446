import { z } from 'zod';
import { TEXT_MAX } from './rule.ts';

/**
 * Detects hosting rules that depend on more than the address: a query, country, language, cookie or role. A bundle
 * knows none of these, so such rules are not applied; the report lists them (report/conditional-rules.ts).
 */

/** Called with each such rule, as written in its file. */
export type OnConditional = (rule: string) => void;

/** Maximum number of listed rules: enough to see what they are about. */
const RULES_MAX = 20;
const RULE_CHARS_MAX = 200;

export type ConditionalRules = Readonly<{
  /** The first rules found, such as `_redirects: /a /b 302 Country=de`. */
  rules: readonly string[];
  /** Returns the callback for the rules of one file. */
  of: (file: string) => OnConditional;
}>;

/** Collects the conditional rules of all files of a folder. */
export function gatherConditionalRules(): ConditionalRules {
  const rules: string[] = [];
  return {
    rules,
    of: (file) => (rule) => {
      if (rules.length < RULES_MAX) rules.push(`${file}: ${rule.slice(0, RULE_CHARS_MAX)}`);
    },
  };
}

/**
 * Whether a line of `_redirects` is conditional.
 * @param to what follows the path: the target, or the first parameter of a query
 * @param conditions what follows the status
 */
export function isConditionalRedirect(to: string, conditions: readonly string[]): boolean {
  return /^[\w-]+=/.test(to) || conditions.length > 0;
}

/** Whether a `RewriteCond` of an `.htaccess` only checks that the path has no file, which the folder itself shows. */
export function asksForFileOnly([subject = '', pattern = '']: readonly string[]): boolean {
  return /%\{REQUEST_FILENAME\}$/i.test(subject) && /^!-[dfl]$/.test(pattern);
}

const vercelRule = z
  .object({ source: z.string().max(TEXT_MAX), destination: z.string().max(TEXT_MAX) })
  .and(z.union([z.object({ has: z.array(z.unknown()) }), z.object({ missing: z.array(z.unknown()) })]));

/** Describes an entry of `vercel.json` that is conditional, with `has` or `missing`; undefined for other entries. */
export function conditionalVercelRule(entry: unknown): string | undefined {
  const { data } = vercelRule.safeParse(entry);
  return data && `${data.source} ${data.destination}`;
}

/** Whether a route of `staticwebapp.config.json` is restricted to certain roles. */
export function isForRolesOnly(allowedRoles: readonly string[]): boolean {
  return !allowedRoles.includes('anonymous');
}
