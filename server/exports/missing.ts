import type { Frontier } from '../store/resources.ts';

export type Missing = Readonly<{ url: string; reason: string; referrer: string | null }>;

/**
 * What the bundle should hold and does not: listed or asked for and not acquired, cut off by a cap, or failed other
 * than by not existing. A URL that is 404 or 410, or longer than the origin takes, and was only linked is a broken
 * link of the source, not missing.
 */
export function missingOf(frontier: Frontier): Missing[] {
  const missing: Missing[] = [];
  for (const resource of frontier.all({ status: 'failed' })) {
    if (NO_SUCH_PLACE.has(resource.httpStatus ?? 0) && !resource.required) continue;
    missing.push({ url: resource.url, reason: resource.reason ?? 'failed', referrer: resource.referrer });
  }
  for (const resource of frontier.all({ status: 'skipped' })) {
    const cut = resource.reason?.endsWith('cap reached') || resource.reason === 'unreadable';
    if (cut) missing.push({ url: resource.url, reason: resource.reason ?? '', referrer: resource.referrer });
  }
  return missing;
}

/** Not Found, Gone, URI Too Long (RFC 9110 §15.5); Node says the last as 431. */
const NO_SUCH_PLACE: ReadonlySet<number> = new Set([404, 410, 414, 431]);
