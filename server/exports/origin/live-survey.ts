import { OffprintError } from '../../errors.ts';
import { asksPassword, wallOf } from '../crawl/login-detection.ts';
import { readByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import { headingParameter } from '../profiles/profiles.ts';
import { ADDRESS_MAX } from '../site/crawler-traps.ts';
import { isBelow } from '../site/scope.ts';
import { livePath } from '../site/site.ts';
import { canonicalHref } from './canonical-href.ts';
import { redirectTarget } from './follow-redirects.ts';
import { FetchError, type GetUrl } from './http/fetched.ts';
import { isUpgrade, requireSameOrigin } from './redirect-policy.ts';
import { mustObeyRobots, parseRobots, robotsTextOf } from './robots.ts';
import { sitemapUrls } from './sitemaps.ts';
import { secretNames, type UrlOrigin } from './url-origin.ts';

/** Facts about a live site, found at the start and valid for the whole job. */
export type SiteFacts = Readonly<{
  kind?: 'live';
  /** Origin that requests go to: `https://docs.example.com`. */
  base: string;
  /** Site path of the start page. */
  start: string;
  /** Site path that all pages begin with (scope.ts). */
  prefix: string;
  /** Other hosts (with port) of this site, from canonical links or the sitemap. */
  aliases: readonly string[];
  /** The robots.txt that is obeyed; null: none. */
  robots: string | null;
  headingParameter: string | null;
  /** Its start page sets cookies, which may represent a session. */
  handsOutCookies?: true;
}>;

export type Survey = Readonly<{
  facts: SiteFacts;
  /** Addresses in the sitemaps, as written. */
  listed: readonly string[];
  /** Links of the start page, absolute. */
  links: readonly string[];
}>;

/** What was found at the address of a site. */
export type FirstLook = Readonly<{
  /** Address of the start page, after redirects. */
  url: URL;
  html: string;
  robotsText: string | null;
  /** Whether robots.txt is obeyed. */
  obeysRobots: boolean;
}>;

const REDIRECTS_MAX = 20;
const START_MAX_BYTES = 32 * 2 ** 20;
/** Maximum number of links read from the start page. */
const LINKS_MAX = 100_000;

/**
 * Surveys a site before its export: its start page after redirects, its other host names, its robots.txt and its
 * sitemaps.
 * @param getter returns how to get a URL, at the pace that robots.txt asks for
 * @throws OffprintError `login-required`, `origin-unreachable`, `origin-unreadable`
 */
export async function survey(
  origin: UrlOrigin,
  isPrivate: boolean,
  getter: (crawlDelaySeconds?: number) => GetUrl,
): Promise<Survey> {
  const asked = new URL(origin.url);
  const { url, html, robotsText, obeysRobots } = await firstLook(origin, isPrivate, getter());
  const robots = parseRobots(robotsText ?? '');
  const get = getter(obeysRobots ? robots.crawlDelaySeconds : undefined);
  const listed = await sitemapUrls(url, robots.sitemaps, get);
  const start = (livePath(url.pathname) ?? '/') + url.search;
  const aliases = [canonicalAlias(url, html), sitemapAlias(url, listed)].filter((host) => host !== undefined);
  return {
    facts: {
      base: url.origin,
      start,
      // If the address redirects to a page outside of its own prefix, the prefix of that page counts.
      prefix: prefixOf((isBelow(prefixOf(asked.pathname), start) ? asked : url).pathname),
      aliases: [...new Set(aliases)],
      robots: obeysRobots ? robotsText : null,
      headingParameter: headingParameter(html),
    },
    listed,
    links: linksIn(url, html),
  };
}

/** Follows the address of a site to its start page, and reads its robots.txt. @throws as `survey` */
export async function firstLook(origin: UrlOrigin, isPrivate: boolean, get: GetUrl): Promise<FirstLook> {
  const asked = new URL(origin.url);
  const start = secretNames({ ...origin, proxy: undefined }).length > 0 ? await upgraded(asked, get) : asked;
  const { url, html } = await startPage(start, get);
  const robotsText = await robotsTextOf(url, get);
  return {
    url,
    html,
    robotsText,
    obeysRobots: mustObeyRobots(origin.robots, isPrivate),
  };
}

/**
 * Returns the https address to which an http address redirects, if it does so. It is requested without credentials,
 * so that none are sent unencrypted.
 */
async function upgraded(asked: URL, get: GetUrl): Promise<URL> {
  if (asked.protocol !== 'http:') return asked;
  const answer = await get(asked, START_MAX_BYTES, 'bare').catch((error: unknown) => {
    throw error instanceof FetchError ? unanswered(asked, error) : error;
  });
  const target = redirectTarget(answer, asked);
  return target && isUpgrade(asked, target) ? target : asked;
}

async function startPage(asked: URL, get: GetUrl): Promise<{ url: URL; html: string }> {
  let url = asked;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const answer = await get(url, START_MAX_BYTES).catch((error: unknown) => {
      throw error instanceof FetchError ? unanswered(url, error) : error;
    });
    const { status, contentType, body } = answer;
    const target = redirectTarget(answer, url);
    const wall = wallOf({ httpStatus: status, target: target?.href });
    if (wall !== undefined) throw loginRequired(url, wall);
    if (target) {
      requireSameOrigin(url, target);
      url = target;
      continue;
    }
    if (status !== 200) {
      throw unreadable(`${url.href} returned ${status}. Use the address of a page.`);
    }
    if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) {
      throw unreadable(`${url.href} is not a page (${contentType}). Use the address of a page.`);
    }
    const html = body.toString('utf8');
    if (url !== asked && asksPassword(html)) throw loginRequired(url, 'shows a login page');
    return { url, html };
  }
  throw unreadable(`${asked.href} redirects endlessly. Use the address of a page.`);
}

function linksIn(url: URL, html: string): string[] {
  const scan = scanPage(readByteText(Buffer.from(html), 'utf-8'));
  const said = URL.parse(scan.base ?? '', url) ?? url;
  // A base may be as long as the page, and would be repeated in every link.
  const base = said.href.length > ADDRESS_MAX ? new URL('/', url) : said;
  const links = new Set<string>();
  for (const { role, syntax, value } of scan.references) {
    if (role !== 'link' || syntax !== 'url' || value.length > ADDRESS_MAX) continue;
    const href = URL.parse(value.trim(), base)?.href;
    if (href !== undefined && href.length <= ADDRESS_MAX) links.add(href);
    if (links.size === LINKS_MAX) break;
  }
  return [...links];
}

/** Returns the host in the canonical link of the start page: a site under test names its future host. */
function canonicalAlias(url: URL, html: string): string | undefined {
  const canonical = URL.parse(canonicalHref(html) ?? '', url);
  if (!canonical || !/^https?:$/.test(canonical.protocol)) return undefined;
  return isSamePlace(canonical, url) && canonical.host !== url.host ? canonical.host : undefined;
}

/**
 * Returns the site's public host according to its sitemap. A sitemap covers one host (sitemaps.org): if it names only
 * one other, that is the public one.
 */
function sitemapAlias(url: URL, listed: readonly string[]): string | undefined {
  const hosts = new Set(listed.map((page) => URL.parse(page)?.host));
  const [host] = hosts;
  return hosts.size === 1 && host !== undefined && host !== url.host ? host : undefined;
}

function isSamePlace(a: URL, b: URL): boolean {
  const bare = ({ pathname }: URL): string => pathname.replace(/(\/index)?(\.html?)?\/?$/, '');
  return bare(a) === bare(b);
}

/** Returns the prefix of a site's pages: `/docs/` for `/docs/index.html` and `/docs/`, `/docs` for `/docs`. */
function prefixOf(pathname: string): string {
  const path = livePath(pathname) ?? '/';
  return /\.[A-Za-z0-9]+$/.test(path) ? path.replace(/[^/]*$/, '') : path;
}

/** Returns the error that makes a job wait until its operator has updated the credentials and resumes it. */
export function loginRequired(url: URL, how: string): OffprintError {
  return new OffprintError(
    'login-required',
    `${url.host} ${how}. Update the credentials for the project's origin (cookies, headers or basicAuth), then resume the job.`,
  );
}

function unanswered(url: URL, error: FetchError): OffprintError {
  const { reason, message } = error;
  const code =
    reason === 'too large' || reason === 'undecodable' ? 'origin-unreadable' : 'origin-unreachable';
  return new OffprintError(code, `${url.href} cannot be read: ${message}.`, error);
}

function unreadable(sentence: string): OffprintError {
  return new OffprintError('origin-unreadable', sentence);
}
