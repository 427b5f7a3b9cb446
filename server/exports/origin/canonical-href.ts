import { decodeHTMLAttribute } from 'entities';
import { readHtml } from '../parse/html.ts';

/** Returns the canonical address of a page (RFC 6596), as written. */
export function canonicalHref(html: string): string | undefined {
  let href: string | undefined;
  readHtml(html, {
    open: ({ name, attributes }) => {
      if (name !== 'link' || href !== undefined) return;
      const read = (wanted: string): string => {
        const found = attributes.find((attribute) => attribute.name === wanted);
        return found ? decodeHTMLAttribute(html.slice(found.valueStart, found.valueEnd)).trim() : '';
      };
      if (read('rel').toLowerCase().split(/\s+/).includes('canonical')) href = read('href');
    },
    close: () => {},
  });
  return href;
}
