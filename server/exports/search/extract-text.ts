import { readObject } from '../../store/objects.ts';
import { charactersOf, readByteText } from '../parse/charset.ts';
import { charsetOf, contentKind } from '../parse/content-type.ts';
import { extractPage, type PackedPage, packPage } from './search-index.ts';

/** A page whose text is to be indexed for the bundle's search. */
export type ExtractTask = Readonly<{
  dataFolder: string;
  object: string;
  contentType: string;
}>;

/**
 * Extracts the text of a page for the search. A pure function of the page's raw bytes and media type. Runs in a stage
 * thread.
 * @throws OffprintError `object-damaged`
 */
export function extractText({ dataFolder, object, contentType }: ExtractTask): PackedPage {
  const bytes = readObject(dataFolder, object);
  const page = readByteText(bytes, charsetOf(contentType));
  return packPage(extractPage(charactersOf(page), { xml: contentKind(contentType) !== 'html' }));
}
