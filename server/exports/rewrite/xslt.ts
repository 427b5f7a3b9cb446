import { refusal } from './file-protocol.ts';
import type { Problem } from './links.ts';

const START_BYTES = 2048;
const XML = /^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/i;
const INSTRUCTION =
  /<\?xml-stylesheet\s[^>]*?type\s*=\s*["'](?:text\/xsl|(?:text|application)\/xslt?\+xml|text\/xml)["'][^>]*\?>/i;

/**
 * Reports XML files that a style sheet turns into a page (Associating Style Sheets with XML documents 1.0): browsers do
 * not apply it on `file://`.
 */
export function transformProblems(bytes: Uint8Array, contentType: string): readonly Problem[] {
  if (!XML.test(contentType)) return [];
  const start = Buffer.from(bytes.subarray(0, START_BYTES)).toString('latin1');
  const instruction = INSTRUCTION.exec(start)?.[0];
  const [, url = ''] = /\shref\s*=\s*["']([^"']*)["']/.exec(instruction ?? '') ?? [];
  // Embedded in the file itself, which browsers do not support.
  if (instruction === undefined || url.startsWith('#')) return [];
  const reason = refusal('transform', url.slice(0, 500), 'there is no alternative');
  return [{ kind: 'file-protocol', url, element: 'xml-stylesheet', reason }];
}
