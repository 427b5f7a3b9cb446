import { isUtf8 } from 'node:buffer';
import { asOffprintError } from '../../errors.ts';
import { readObject } from '../../store/objects.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import { placesIn } from '../crawl/references.ts';
import type { Recogniser } from '../features/vendor-widgets.ts';
import type { Source } from '../origin/source.ts';
import type { ByteText } from '../parse/charset.ts';
import { scanPage } from '../parse/page.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import { MAX_REDIRECTS } from '../site/links-of-job.ts';
import { locate } from '../site/site.ts';

/**
 * Larger documents would delay every page that uses them, because they load before anything is shown. Such pages are
 * frozen instead.
 */
const DOCUMENT_BYTES_MAX = 16 * 2 ** 20;

/** Whether a page has a playground that calls the documented API. */
export function hasPlayground(
  page: ByteText,
  url: string,
  { markers, vendor, byScript }: Recogniser,
): boolean {
  const { scripts, marked } = scanPage(page, { markers });
  return (
    marked.some(({ id }) => vendor(id)?.callsApi) ||
    scripts.some((script) => byScript(script, page.text, url)?.callsApi)
  );
}

/** Returns the site paths that a page's scripts fetched while a browser rendered it, by requested URL. */
export function fetchedPlaces(
  { assets, finalUrl }: Pick<RenderedPage, 'assets' | 'finalUrl'>,
  { site, scope }: Pick<Source, 'site' | 'scope'>,
): Map<string, string> {
  const places = new Map<string, string>();
  for (const { url, type, status } of assets) {
    if (!/^(fetch|xhr)$/.test(type) || status === 0 || status >= 400) continue;
    const place = locate(site, url, finalUrl, true);
    if (place.kind !== 'internal' || scope.skipReason(place.path, false) !== undefined) continue;
    places.set(url, place.path);
  }
  return places;
}

/** A text file of the site that the bundle also contains as a script. */
export type Document = Readonly<{ url: string; contentType: string; text: string }>;

/** The documents of a job. */
export type Documents = Readonly<{
  /** Returns the document at a place, following redirects; undefined if it is not acquired, not UTF-8, or too large. */
  at: (place: string) => Omit<Document, 'text'> | undefined;
  /** Returns the places with documents that a page fetches; none for a page rendered by a browser. */
  of: (page: Resource) => string[];
}>;

/**
 * Looks up documents among the acquired resources; reads each only once.
 * @throws OffprintError (from `at` and `of`) `object-damaged`: queued to be acquired again
 */
export function documentsOf(dataFolder: string, frontier: Frontier): Documents {
  const known = new Map<string, Omit<Document, 'text'> | undefined>();
  const at: Documents['at'] = (place) => {
    if (!known.has(place)) {
      const document = readDocument(dataFolder, frontier, place);
      known.set(place, document && { url: document.url, contentType: document.contentType });
    }
    return known.get(place);
  };
  const of: Documents['of'] = ({ kind, renderMode, documents }) =>
    kind === 'page' && renderMode === 'fetched' ? placesIn(documents ?? '').filter((place) => at(place)) : [];
  return { at, of };
}

/** @throws OffprintError `object-damaged`: queued to be acquired again */
export function readDocument(dataFolder: string, frontier: Frontier, place: string): Document | undefined {
  let end = frontier.find(place);
  for (let hops = 0; hops < MAX_REDIRECTS && end?.kind === 'redirect'; hops++) {
    end = end.redirectUrl === null ? undefined : frontier.find(end.redirectUrl);
  }
  if (end?.status !== 'done' || end.object === null || (end.sizeBytes ?? 0) > DOCUMENT_BYTES_MAX)
    return undefined;
  const { url, contentType } = end;
  try {
    const bytes = readObject(dataFolder, end.object);
    // Only valid UTF-8 survives conversion to a string.
    return isUtf8(bytes) ? { url, contentType: contentType ?? '', text: bytes.toString('utf8') } : undefined;
  } catch (error) {
    if (asOffprintError(error).code === 'object-damaged') frontier.requeue(url);
    throw error;
  }
}
