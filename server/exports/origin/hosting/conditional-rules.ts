import { z } from 'zod';
import { TEXT_MAX } from './rule.ts';

/**
 * Which rules of hosts depend on more than the address: a query, a country, a language, a cookie, a role. A bundle knows
 * nothing of these, so nothing follows such rules; the report lists them (report/conditional-rules.ts).
 */

/** Hears of such a rule, in the words of its file. */
export type OnConditional = (rule: string) => void;

/** Rules that are listed: enough to see what they are about. */
const RULES_MAX = 20;
const RULE_CHARS_MAX = 200;

export type ConditionalRules = Readonly<{
  /** `_redirects: /a /b 302 Country=de`; the first of them. */
  rules: readonly string[];
  /** Takes those of one file. */
  of: (file: string) => OnConditional;
}>;

/** Gathers the conditional rules of all files of a folder. */
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
 * @param to what comes after the path that it is for: the target, or the first parameter of a query
 * @param conditions what comes after the status
 */
export function isConditionalRedirect(to: string, conditions: readonly string[]): boolean {
  return /^[\w-]+=/.test(to) || conditions.length > 0;
}

/** Whether a `RewriteCond` of an `.htaccess` only asks whether the path has a file, which a folder tells. */
export function asksForFileOnly([subject = '', pattern = '']: readonly string[]): boolean {
  return /%\{REQUEST_FILENAME\}$/i.test(subject) && /^!-[dfl]$/.test(pattern);
}

const vercelRule = z
  .object({ source: z.string().max(TEXT_MAX), destination: z.string().max(TEXT_MAX) })
  .and(z.union([z.object({ has: z.array(z.unknown()) }), z.object({ missing: z.array(z.unknown()) })]));

/** The words for an entry of `vercel.json` that is conditional: it has `has` or `missing`. */
export function conditionalVercelRule(entry: unknown): string | undefined {
  const { data } = vercelRule.safeParse(entry);
  return data && `${data.source} ${data.destination}`;
}

/** Whether a route of `staticwebapp.config.json` is not for everybody. */
export function isForRolesOnly(allowedRoles: readonly string[]): boolean {
  return !allowedRoles.includes('anonymous');
}
