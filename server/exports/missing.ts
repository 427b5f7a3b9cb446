import type { Frontier } from '../store/resources.ts';

export type Missing = Readonly<{ url: string; reason: string; referrer: string | null }>;

/**
 * What the bundle should hold and does not: listed or asked for and not acquired, cut off by a cap, or failed other
 * than by not existing. A URL that is 404 or 410 and was only linked is a broken link of the source, not missing.
 */
export function missingOf(frontier: Frontier): Missing[] {
  const missing: Missing[] = [];
  for (const resource of frontier.all({ status: 'failed' })) {
    const gone = resource.httpStatus === 404 || resource.httpStatus === 410;
    if (gone && !resource.required) continue;
    missing.push({ url: resource.url, reason: resource.reason ?? 'failed', referrer: resource.referrer });
  }
  for (const resource of frontier.all({ status: 'skipped' })) {
    const cut = resource.reason?.endsWith('cap reached') || resource.reason === 'unreadable';
    if (cut) missing.push({ url: resource.url, reason: resource.reason ?? '', referrer: resource.referrer });
  }
  return missing;
}
