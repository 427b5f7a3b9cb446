import { type ErrorCode, OffprintError } from '../../errors.ts';
import type { ExportJob } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { type CapReason, meaningOfSkip } from '../site/skip-reasons.ts';

export type Missing = Readonly<{ url: string; reason: string; referrer: string | null }>;

/**
 * Returns what the bundle should contain but does not: what is listed or requested and not acquired, what a cap left
 * out, and what failed for another reason than not existing. A URL that was only linked and that is answered with 404
 * or 410, or is too long for the origin, is a broken link of the source, not missing.
 */
export function missingOf(frontier: Frontier): Missing[] {
  const missing: Missing[] = [];
  for (const resource of frontier.all({ status: 'failed' })) {
    if (NO_SUCH_PLACE.has(resource.httpStatus ?? 0) && !resource.required) continue;
    missing.push({ url: resource.url, reason: resource.reason ?? 'failed', referrer: resource.referrer });
  }
  for (const resource of frontier.all({ status: 'skipped' })) {
    const { isMissing } = meaningOfSkip(resource.reason);
    if (isMissing)
      missing.push({ url: resource.url, reason: resource.reason ?? '', referrer: resource.referrer });
  }
  return missing;
}

/** Not Found, Gone, URI Too Long (RFC 9110 §15.5); Node reports the last as 431. */
const NO_SUCH_PLACE: ReadonlySet<number> = new Set([404, 410, 414, 431]);

/** Error code of each cap, and the settings that raise it. */
const CAPS: Readonly<
  Record<CapReason, Readonly<{ code: ErrorCode; settings: readonly (keyof ExportSettings)[] }>>
> = {
  'page limit reached': { code: 'cap-reached', settings: ['maxPages'] },
  'byte limit reached': { code: 'byte-cap-reached', settings: ['maxBytes'] },
  'depth limit reached': { code: 'depth-cap-reached', settings: ['maxDepth'] },
  'time limit reached': { code: 'time-cap-reached', settings: ['acquireMaxMs'] },
  'size limit reached': { code: 'size-cap-reached', settings: ['pageMaxBytes', 'assetMaxBytes'] },
  'query limit reached': { code: 'query-cap-reached', settings: ['maxQueryVariants'] },
};

/** Returns the error for a job with missing resources. */
export function missingError(missing: readonly Missing[], { settings }: ExportJob): OffprintError {
  const first = missing
    .slice(0, 3)
    .map(({ url, reason }) => `${url} (${reason})`)
    .join(', ');
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  const cap = missing.map(({ reason }) => CAPS[reason as CapReason]).find((found) => found !== undefined);
  if (cap) {
    const values = cap.settings.map((name) => `${name}: ${settings[name]}`).join(', ');
    return new OffprintError(
      cap.code,
      `A limit was reached (${values}). Missing from the export: ${first}${more}. Raise the limit, narrow the scope with include or exclude, or allow missing pages.`,
    );
  }
  return new OffprintError(
    'pages-missing',
    `${missing.length} of the site's files could not be downloaded: ${first}${more}. Fix the origin and retry, or allow missing pages.`,
  );
}
