import { type CssReference, cssReferences, cssUrl } from '../parse/css.ts';
import { splice } from './splice.ts';

/**
 * Rewrites the URLs of a style sheet; `resolve` returns the new URL, or undefined to keep the old one.
 * @param encoding encoding of `css` if it is a byte string
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

/** Replaces a URL in a style sheet that the bundle cannot serve: loads nothing and keeps the rule valid. */
export const NOTHING = 'data:,';
