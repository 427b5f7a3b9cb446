import { OffprintError } from '../../errors.ts';
import { type Store, transact } from '../../store/database.ts';
import { type ExportJob, setSite } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import { liveCaps } from '../crawl/caps.ts';
import { loginWatch } from '../crawl/login-confirmation.ts';
import type { Scope } from '../site/scope.ts';
import { absoluteUrl, livePath, locate, type Site, spellings } from '../site/site.ts';
import { siteOfJob } from '../site/site-of-job.ts';
import { browserAnswers } from './browser-answers.ts';
import { boundsOf } from './fetch-bounds.ts';
import type { Fetched } from './http/fetched.ts';
import type { RetryingGet } from './http/retry-policy.ts';
import { conditionsFor } from './http/validator.ts';
import { type Access, openAccess } from './live-access.ts';
import { crawlDelayOf, liveScope } from './live-site.ts';
import type { SiteFacts } from './live-survey.ts';
import { isSameOrigin } from './redirect-policy.ts';
import type { FetchAsk, Seeded, Source } from './source.ts';
import type { Credentials, UrlOrigin } from './url-origin.ts';

const COOKIE_REDIRECTS_MAX = 3;

export type LiveSourceContext = Readonly<{
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  /** The project's domains. */
  domains: readonly string[];
  origin: UrlOrigin;
  credentials: Credentials;
  /** See CapsContext. */
  acquireEndMs: number;
  signal: AbortSignal;
}>;

/** Opens a live site as a source. Facts found at the start are stored with the job, and a resumed job uses them. */
export async function openLiveSource(context: LiveSourceContext): Promise<Source> {
  const { store, job, frontier, origin } = context;
  const { settings } = job;
  const access = await openAccess({ ...context, settings });
  try {
    const isBegun = frontier.all().next().done !== true;
    let facts = job.site?.kind === 'folder' ? null : job.site;
    if (facts && !isSameOrigin(new URL(origin.url), new URL(facts.base))) throw movedAway(facts, origin);
    let listed: readonly string[] = [];
    let links: readonly string[] = [];
    if (!facts || !isBegun) {
      ({ facts, listed, links } = await access.survey());
      if (access.cookies.sentTo(new URL(origin.url)).size > 0) facts = { ...facts, handsOutCookies: true };
      setSite(store, job.id, facts);
    } else if (facts.handsOutCookies) {
      await access.firstLook(() => {}); // cookies are kept only in memory, so this process has none yet
    }
    const site = siteOfJob({ ...job, site: facts }, context);
    const scope = liveScope(facts, origin, settings);
    const getter = getterOf({ ...context, access, site, facts });
    return {
      site,
      scope,
      seed: () => {
        // A start page that is not exported is still read for its links.
        const isLeft = scope.skipReason(facts.start, true) !== undefined && settings.paths.length === 0;
        return seedLive(context, site, scope, facts, isLeft ? [...listed, ...links] : listed);
      },
      fetch: getter,
      isUnchanged: () => false,
      isSettled: () => Promise.resolve(true),
      caps: liveCaps({ ...context, settings }),
      login: loginWatch(),
      browser: () => ({
        origin: site.origin,
        assetHosts: [...(site.assetHosts ?? []), ...site.hosts],
        fetchResource: browserAnswers(getter, site, context.signal),
      }),
      close: () => access.client.close(),
    };
  } catch (error) {
    await access.client.close();
    throw error;
  }
}

/** Returns the error for a job whose content came from another origin: the credentials are for the new origin only. */
function movedAway({ base }: SiteFacts, { url }: UrlOrigin): OffprintError {
  return new OffprintError(
    'origin-changed',
    `The job started from ${base}, but the project's origin is now ${url}. Start a new export.`,
  );
}

type Getter = Readonly<{ access: Access; site: Site; facts: SiteFacts }>;

function getterOf(context: LiveSourceContext & Getter): Source['fetch'] {
  const { access, site, facts, job } = context;
  const { client, cookies, sentTo } = access;
  const bounds = boundsOf(job.settings);
  const { host } = new URL(facts.base);
  const retryPolicies = new Map<string, RetryingGet>([[host, access.retryPolicy(crawlDelayOf(facts))]]);
  const retryPolicyFor = (other: string): RetryingGet => {
    const known = retryPolicies.get(other);
    if (known) return known;
    const fresh = access.retryPolicyElsewhere();
    retryPolicies.set(other, fresh);
    return fresh;
  };

  return async <Kept>(path: string, { validator, keep: keepBody, signal }: FetchAsk<Kept>) => {
    const url = new URL(absoluteUrl(facts.base, path).replace(/#.*$/s, ''));
    const own = sentTo(url);
    const get = (): Promise<Fetched<Kept>> => {
      const headers = { ...own, ...conditionsFor(validator) };
      return retryPolicyFor(url.host)(
        () => client.get(url, { headers, bounds, keep: keepBody, signal }),
        signal,
      );
    };
    // Some sites redirect clients that have no cookie. Once it is set, they return what was requested.
    for (let tries = 1; ; tries++) {
      const sent = cookies.sentTo(url);
      const fetched = await get();
      const isSetNow = [...cookies.sentTo(url).keys()].some((name) => !sent.has(name));
      const isToTryAgain =
        isRedirect(fetched) && setsCookies(fetched) && (isSetNow || isSelfRedirect(site, path, fetched));
      if (!isToTryAgain || tries > COOKIE_REDIRECTS_MAX) return fetched;
    }
  };
}

function isRedirect({ status, location }: Fetched<unknown>): boolean {
  return status >= 300 && status < 400 && location !== undefined;
}

function isSelfRedirect(site: Site, path: string, { location = '' }: Fetched<unknown>): boolean {
  const place = locate(site, location, absoluteUrl(site.origin, path));
  return place.kind === 'internal' && place.path === path;
}

function setsCookies({ headers }: Fetched<unknown>): boolean {
  return headers['set-cookie'] !== undefined;
}

/** Seeds the frontier with the start page, the sitemap entries and the requested paths. */
function seedLive(
  { store, job, frontier }: LiveSourceContext,
  site: Site,
  { skipReason }: Scope,
  { start }: SiteFacts,
  listed: readonly string[],
): Seeded {
  let changed = false;
  const add = (url: string, required: boolean): void => {
    const reason = skipReason(url, true);
    const status = reason === undefined ? 'queued' : 'skipped';
    if (frontier.add({ url, required, depth: 0, status, reason: reason ?? null })) changed = true;
  };
  const begin = locate(site, start, site.origin);
  const beginning = begin.kind === 'internal' ? begin.path : '/';
  if (job.settings.paths.length === 0 && skipReason(beginning, true) === 'forbidden by robots.txt') {
    throw new OffprintError(
      'origin-empty',
      `The robots.txt file at ${site.origin} does not allow exporting ${beginning}. If the site is yours, set robots: ignore (--robots ignore).`,
    );
  }
  transact(store, () => {
    const places = new Set<string>();
    for (const reference of listed) {
      const place = locate(site, reference, site.origin);
      if (place.kind === 'internal') places.add(place.path);
    }
    if (job.settings.paths.length === 0) add(beginning, true);
    for (const asked of job.settings.paths) {
      const [first = '/', ...others] = spellings(asked, livePath);
      add(others.find((spelling) => !places.has(first) && places.has(spelling)) ?? first, true);
    }
    for (const place of places) add(place, false);
  });
  // Read again for each iteration.
  const roots = {
    *[Symbol.iterator](): Generator<string> {
      for (const { url, depth, referrer } of frontier.all()) if (depth === 0 && referrer === null) yield url;
    },
  };
  return { roots, pagesKnown: frontier.count('queued'), changed };
}
