import { createHash } from 'node:crypto';

/** Folder in a bundle for documents as scripts; no file of the site can be inside it. */
export const DOCUMENTS_FOLDER = 'offprint-playground';

/**
 * Returns the file of the script that contains a document. Its name is derived from the document's path, not its
 * content, so a changed document changes only one file.
 */
export function documentFile(path: string): string {
  return `${DOCUMENTS_FOLDER}/${createHash('sha256').update(path).digest('hex').slice(0, 16)}.js`;
}

/**
 * Returns a document as a classic script, the only way for a page to load it from `file://`. UTF-8 with a byte order
 * mark, so the page's charset does not matter; preserves every character of the text (ECMA-262 12.9.4: strings may
 * contain U+2028).
 */
export function documentScript(text: string, contentType: string): string {
  return `\ufeffoffprintPlayground.carry(${JSON.stringify(contentType)},${JSON.stringify(text)})\n`;
}
