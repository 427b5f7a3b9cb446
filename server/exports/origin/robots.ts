import { getFollowingRedirects } from './follow-redirects.ts';
import { FetchError, type GetUrl } from './http/fetched.ts';

/** Rules of a robots.txt for this program (RFC 9309). */
export type Robots = Readonly<{
  /** @param pathAndQuery percent-encoded, as it is requested */
  allows: (pathAndQuery: string) => boolean;
  /** Seconds between requests. Not part of the standard, but widely used. */
  crawlDelaySeconds: number | undefined;
  sitemaps: readonly string[];
}>;

/** Used if a robots.txt is unavailable because of a server error (RFC 9309 §2.3.1.4). */
export const FORBIDS_ALL = 'User-agent: *\nDisallow: /';

/** Product token of this program in robots.txt. */
const PRODUCT = 'offprint';

/** RFC 9309 §2.5 requires at least 500 KiB. */
const ROBOTS_MAX_BYTES = 512 * 1024;

/**
 * Whether an export obeys robots.txt. By default it does, except for a site on a private address, which is the
 * operator's own (`leadsToPrivate` in http/addresses.ts).
 */
export function mustObeyRobots(setting: 'obey' | 'ignore' | undefined, isPrivate: boolean): boolean {
  return (setting ?? (isPrivate ? 'ignore' : 'obey')) === 'obey';
}

/**
 * Gets the robots.txt of a site; null if there is none. If that cannot be determined, returns one that forbids
 * everything.
 */
export async function robotsTextOf(site: URL, get: GetUrl): Promise<string | null> {
  try {
    const { status, body } = await getFollowingRedirects(new URL('/robots.txt', site), ROBOTS_MAX_BYTES, get);
    return status === 200 ? body.toString('utf8') : null;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return FORBIDS_ALL;
  }
}

type Rule = Readonly<{ allow: boolean; pattern: string }>;
type Group = { agents: string[]; rules: Rule[]; delay?: number };

/** Parses a robots.txt. Invalid lines are ignored, as the standard requires. */
export function parseRobots(text: string): Robots {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNaming = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const found = /^\s*([A-Za-z-]+)\s*:(.*)$/s.exec(line.replace(/#.*/s, ''));
    if (!found) continue;
    const name = found[1] ?? '';
    const value = (found[2] ?? '').trim();
    switch (name.toLowerCase()) {
      case 'user-agent':
        // Names in consecutive lines start one group.
        if (!isNaming || !group) {
          group = { agents: [], rules: [] };
          groups.push(group);
        }
        group.agents.push(value.toLowerCase());
        isNaming = true;
        continue;
      case 'allow':
      case 'disallow':
        if (value !== '') group?.rules.push({ allow: name.toLowerCase() === 'allow', pattern: value });
        break;
      case 'crawl-delay':
        if (group && /^\d+(\.\d+)?$/.test(value)) group.delay = Number(value);
        break;
      case 'sitemap':
        sitemaps.push(value);
        continue; // belongs to no group
    }
    isNaming = false;
  }
  const own = groups.filter(({ agents }) => agents.some((agent) => PRODUCT === agent.replace(/\/.*$/s, '')));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  // The longest match decides; of two equally long ones, the one that allows access.
  const rules = chosen
    .flatMap((one) => one.rules)
    .map(({ allow, pattern }) => ({ allow, length: pattern.length, matches: matcher(pattern) }))
    .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return {
    allows: (path) => {
      const text = normal(path);
      return path === '/robots.txt' || (rules.find(({ matches }) => matches(text))?.allow ?? true);
    },
    crawlDelaySeconds: chosen.find(({ delay }) => delay !== undefined)?.delay,
    sitemaps,
  };
}

/**
 * Compiles a pattern: `*` matches any characters, and `$` at the end matches the end. Matches in linear time for any
 * pattern.
 * @returns matcher for paths normalized by normal()
 */
function matcher(pattern: string): (text: string) => boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*').map(normal);
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      if (isWhole && index === rest.length - 1) {
        return text.endsWith(part) && text.length - part.length >= at;
      }
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return !isWhole || at === text.length;
  };
}

/** Normalizes percent-encoding (RFC 9309 §2.2.2). */
function normal(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
    });
}
