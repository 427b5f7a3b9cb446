import { isAscii } from 'node:buffer';
import { readObject } from '../store/objects.ts';
import { charsetOf, contentKind } from './ingest.ts';
import { decodePart, readByteText } from './parse/charset.ts';
import { extractPage, packPage } from './search/search-index.ts';

/** A page whose text the search of the bundle is to know. */
export type ExtractTask = Readonly<{
  dataFolder: string;
  path: string;
  object: string;
  contentType: string;
}>;

/**
 * Reads what a page says, for the search. A pure function of the page's raw bytes, media type and path; runs in a stage
 * thread.
 * @throws OffprintError `object-damaged`
 */
export function extractText({ dataFolder, path, object, contentType }: ExtractTask): string {
  const bytes = readObject(dataFolder, object);
  const { text, encoding, transcoded } = readByteText(bytes, charsetOf(contentType));
  const html = !transcoded && isAscii(bytes) ? text : decodePart(text, encoding);
  return packPage(extractPage(html, path, { xml: contentKind(contentType) !== 'html' }));
}
