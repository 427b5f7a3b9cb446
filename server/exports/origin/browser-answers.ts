import { absoluteUrl, pathOnSite, type Site } from '../site/site.ts';
import type { FetchResource, ResourceAnswer } from './fetch-resource.ts';
import { FetchError } from './http/fetched.ts';
import type { Source } from './source.ts';

/** Longest response for the browser. It only looks at pages, so it needs no videos. */
const ANSWER_MAX_BYTES = 64 * 2 ** 20;

/** Size of the cache for resources that all pages load. */
const KEPT_MAX_BYTES = 32 * 2 ** 20;
const KEPT_TYPES = /^(script|stylesheet|font|image)$/;

/**
 * Answers the requests of a browser that opens pages of the site, over the same connections as the crawl, with its
 * credentials and its retry policy.
 */
export function browserAnswers(fetch: Source['fetch'], site: Site, signal: AbortSignal): FetchResource {
  const kept = new Map<string, ResourceAnswer>();
  let keptBytes = 0;
  return async ({ url, type }) => {
    const parsed = new URL(url);
    const isOwn = site.hosts.has(parsed.host);
    if (!isOwn && !site.assetHosts?.has(parsed.host)) return undefined;
    const within = pathOnSite(site, parsed);
    if (within === undefined) return undefined;
    const path = isOwn ? within + parsed.search : parsed.href.replace(/#.*$/s, '');
    const known = kept.get(path);
    if (known) return known;
    const { status, headers, body } = await fetch(path, { keep: inMemory, signal });
    const sent = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name));
    const answer = {
      status,
      headers: sent.map(([name, value]) => ({
        name,
        value: name === 'location' ? ownUrl(site, value, url) : value,
      })),
      body,
    };
    const isLasting =
      KEPT_TYPES.test(type) && status === 200 && !/no-store/.test(headers['cache-control'] ?? '');
    if (isLasting && keptBytes + body.length <= KEPT_MAX_BYTES) {
      kept.set(path, answer);
      keptBytes += body.length;
    }
    return answer;
  };
}

/** Headers that are not passed on: the body is already decoded, and the browser stores no cookies. */
const NOT_PASSED_ON = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie']);

async function inMemory(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length > ANSWER_MAX_BYTES) throw new FetchError('too large', 'The response is too long to examine');
  }
  return Buffer.concat(held, length);
}

/** Rewrites a redirect to another host of the site to the host under which the browser opens it. */
function ownUrl(site: Site, location: string, from: string): string {
  const target = URL.parse(location, from);
  if (!target || !site.hosts.has(target.host)) return location;
  const path = pathOnSite(site, target);
  return path === undefined ? location : absoluteUrl(site.origin, path) + target.search + target.hash;
}
