import type { Outcome } from '../../store/resources.ts';
import type { Fetched } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';
import { contentKind } from '../parse/content-type.ts';
import { parseRefresh } from '../parse/meta-refresh.ts';
import { absoluteUrl, locate } from '../site/site.ts';
import { type Acquired, ended } from './acquired.ts';
import { NO_REFERENCES, packReferences } from './references.ts';

/** Returns the target of a Refresh header whose delay is too short for reading the page. */
export function refreshOf({ headers, contentType }: Fetched<unknown>): string | undefined {
  const kind = contentKind(contentType);
  if (kind !== 'html' && kind !== 'xhtml') return undefined;
  const refresh = parseRefresh(headers.refresh ?? '');
  return refresh && refresh.delaySeconds <= REFRESH_MAX_SECONDS ? refresh.url : undefined;
}

const REFRESH_MAX_SECONDS = 10;

/**
 * Records a redirect. A target within the site is acquired too. A redirect to another site is skipped if the origin
 * states its redirects (the rules of a folder), and fails if a server sent it.
 * @param location as sent by the origin
 */
export function redirected(
  { source: { site, statesRedirects } }: Readonly<{ source: Source }>,
  url: string,
  known: Pick<Outcome, 'httpStatus' | 'contentType' | 'validator' | 'renderMode'>,
  location: string,
): Acquired {
  const from = absoluteUrl(site.origin, url);
  const target = URL.parse(location, from)?.href;
  const place = locate(site, location, from, true);
  if (place.kind === 'external' && statesRedirects) {
    const outcome = { ...known, redirectUrl: place.url.href, reason: 'leads to another site' };
    return ended({ ...outcome, status: 'skipped' });
  }
  if (place.kind !== 'internal') {
    return {
      ...ended({ ...known, status: 'failed', reason: `redirects to another site: ${location}` }),
      target,
    };
  }
  const references = { ...NO_REFERENCES, needed: place.path };
  return {
    outcome: { ...known, status: 'done', kind: 'redirect', redirectUrl: place.path },
    references,
    packed: packReferences(references),
    target,
  };
}
