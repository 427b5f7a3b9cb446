import { absoluteUrl, pathOnSite, type Site } from '../site/site.ts';
import type { FetchResource, ResourceAnswer } from './fetch-resource.ts';
import { FetchError } from './http/fetched.ts';
import type { Source } from './source.ts';

/** A browser looks at pages: films are not for it. */
const ANSWER_MAX_BYTES = 64 * 2 ** 20;

/** What all pages load is asked for once: so much of it is kept. */
const KEPT_MAX_BYTES = 32 * 2 ** 20;
const KEPT_TYPES = /^(script|stylesheet|font|image)$/;

/**
 * Answers what a browser asks for while it looks at pages of the site: over the same connections as everything else,
 * with what it takes to get in, and the patience that the origin needs.
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

/** The body is decoded, and the browser remembers nothing. */
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

/** A redirect to another name of the site leads to the one under which it is looked at. */
function ownUrl(site: Site, location: string, from: string): string {
  const target = URL.parse(location, from);
  if (!target || !site.hosts.has(target.host)) return location;
  const path = pathOnSite(site, target);
  return path === undefined ? location : absoluteUrl(site.origin, path) + target.search + target.hash;
}
