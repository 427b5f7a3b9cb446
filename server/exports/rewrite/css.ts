import { type CssReference, cssReferences, cssUrl } from '../parse/css.ts';
import { splice } from './splice.ts';

/**
 * Rewrites the URLs of a style sheet; `resolve` gives the new URL, or undefined to leave the old one.
 * @param encoding of `css` where that is a byte string
 */
export function rewriteCss(
  css: string,
  resolve: (url: string, reference: CssReference) => string | undefined,
  encoding = 'UTF-8',
): string {
  const edits = cssReferences(css, encoding).flatMap((reference) => {
    if (reference.value === '' || reference.value.startsWith('#')) return [];
    const url = resolve(reference.value, reference);
    if (url === undefined || url === reference.value) return [];
    return [{ start: reference.start, end: reference.end, text: cssUrl(reference, url) }];
  });
  return splice(css, edits);
}

/** Stands in a style sheet where a URL was that the bundle cannot serve: loads nothing, breaks no rule. */
export const NOTHING = 'data:,';
