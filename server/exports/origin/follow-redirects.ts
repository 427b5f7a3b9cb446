import type { Fetched, GetUrl } from './http/fetched.ts';
import { isSameOrigin } from './redirect-policy.ts';

/** Number of redirects followed for one file. RFC 9309 §2.3.1.2 asks for at least five. */
const REDIRECTS_MAX = 5;

/** Target of a redirect; null if the response is not one. */
export function redirectTarget(response: Pick<Fetched, 'status' | 'location'>, url: URL): URL | null {
  const { status, location } = response;
  return status >= 300 && status < 400 ? URL.parse(location ?? '', url) : null;
}

/**
 * Gets a file of a site, following redirects within its origin. Returns the redirect itself if it leads elsewhere or is
 * one too many.
 * @throws FetchError
 */
export async function getFollowingRedirects(url: URL, maxBytes: number, get: GetUrl): Promise<Fetched> {
  let response = await get(url, maxBytes);
  let place = url;
  for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
    const target = redirectTarget(response, place);
    if (!target || !isSameOrigin(place, target)) break;
    place = target;
    response = await get(place, maxBytes);
  }
  return response;
}
