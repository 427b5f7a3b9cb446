import { createHash } from 'node:crypto';

/** Where a bundle has documents as scripts: a folder of its own, in which no file of the site can be. */
export const DOCUMENTS_FOLDER = 'offprint-playground';

/**
 * The script that carries a document of the bundle. It is named by the path of that, never by what is in it: a document
 * that changes, changes one file.
 */
export function documentFile(path: string): string {
  return `${DOCUMENTS_FOLDER}/${createHash('sha256').update(path).digest('hex').slice(0, 16)}.js`;
}

/**
 * A document as a classic script, the one thing that a page may load from `file://`. In UTF-8 with a byte order mark,
 * so that the charset of the page does not matter; every character of the text comes out as it was (ECMA-262 12.9.4:
 * strings may hold U+2028).
 */
export function documentScript(text: string, contentType: string): string {
  return `\ufeffoffprintPlayground.carry(${JSON.stringify(contentType)},${JSON.stringify(text)})\n`;
}
