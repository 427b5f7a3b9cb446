import { decodeXML } from 'entities';
import { readHtml, type Tag } from './html.ts';
import { OpenElements } from './open-elements.ts';
import type { Span } from './page.ts';

/** What the protocol lets a sitemap have. */
export const SITEMAP_MAX_BYTES = 50 * 2 ** 20;

/** An address in a sitemap, as it stands there, and where. */
export type SitemapAddress = Readonly<{
  /** `page` of a site, `sitemap` of an index, `other` of what a page shows: images, videos. */
  kind: 'page' | 'sitemap' | 'other';
  url: string;
  span: Span;
}>;

/**
 * The addresses in a sitemap or an index of sitemaps (sitemaps.org protocol), the alternates in other languages among
 * them; undefined for what is neither.
 */
export function sitemapAddresses(text: string): SitemapAddress[] | undefined {
  if (!/<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/i.test(text)) return undefined;
  const found: SitemapAddress[] = [];
  const open = new OpenElements();
  let start = -1;
  const add = (kind: SitemapAddress['kind'], span: Span): void => {
    const url = decodeXML(text.slice(span.start, span.end)).trim();
    if (url !== '') found.push({ kind, url, span });
  };
  readHtml(
    text,
    {
      open: (tag) => {
        const name = localName(tag.name);
        const href = name === 'link' && alternateOf(tag, text);
        if (href) add('page', href);
        if (tag.selfClosing) return;
        open.open(name);
        start = tag.end;
      },
      close: (name, at) => {
        if (localName(name) === 'loc' && start >= 0) {
          const parent = open.at(-2);
          add(
            parent === 'url' ? 'page' : parent === 'sitemap' ? 'sitemap' : 'other',
            within(text, start, at),
          );
        }
        open.close(localName(name));
        start = -1;
      },
      instruction: () => {},
    },
    true,
  );
  return found;
}

/** The text between two tags, without a CDATA section around it. */
function within(text: string, start: number, end: number): Span {
  const [, before = '', inner = ''] =
    /^(\s*<!\[CDATA\[)([\s\S]*)\]\]>\s*$/.exec(text.slice(start, end)) ?? [];
  return before === ''
    ? { start, end }
    : { start: start + before.length, end: start + before.length + inner.length };
}

function alternateOf(tag: Tag, text: string): Span | undefined {
  const spanOf = (name: string): Span | undefined => {
    const found = tag.attributes.find((attribute) => attribute.name === name);
    return found && { start: found.valueStart, end: found.valueEnd };
  };
  const rel = spanOf('rel');
  return rel && text.slice(rel.start, rel.end).trim() === 'alternate' ? spanOf('href') : undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
