import type { Frontier } from '../../store/resources.ts';
import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';
import { isApiDescription, mayBeApiDescription } from '../playground/api-description.ts';
import { fetchedPlaces, readDocument } from '../playground/documents.ts';
import type { RenderedPage } from '../render/rendered-page.ts';

/**
 * Number of characters read from a document. An API description identifies itself near the start or, with sorted keys,
 * after `components`.
 */
const START_MAX = 4 * 2 ** 20;

type ReadContext = Readonly<{ dataFolder: string; frontier: Frontier; source: Source; signal: AbortSignal }>;

/**
 * Whether scripts render a page from an API description. Such a page keeps its scripts, and the bundle includes the
 * description.
 */
export async function isApiReference(context: ReadContext, page: RenderedPage): Promise<boolean> {
  const { dataFolder, frontier, source } = context;
  for (const place of fetchedPlaces(page, source).values()) {
    if (!mayBeApiDescription(place, frontier.find(place)?.contentType ?? '')) continue;
    const text = readDocument(dataFolder, frontier, place)?.text ?? (await startOf(place, context));
    if (isApiDescription(text)) return true;
  }
  return false;
}

/** Fetches the start of a document that has not been acquired yet. Returns an empty string if there is none. */
async function startOf(
  place: string,
  { source, signal }: Pick<ReadContext, 'source' | 'signal'>,
): Promise<string> {
  const read = async (chunks: AsyncIterable<Buffer>): Promise<string> => {
    let start = '';
    for await (const chunk of chunks) {
      start += chunk.toString('utf8');
      if (start.length > START_MAX) break;
    }
    return start;
  };
  try {
    // A short body arrives as one buffer instead.
    const { status, body } = await source.fetch(place, { keep: read, signal });
    return status < 400 ? body.toString() : '';
  } catch (error) {
    if (error instanceof FetchError) return '';
    throw error;
  }
}
