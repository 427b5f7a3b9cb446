import { decodeXML } from 'entities';
import { readHtml, type Tag } from './html.ts';
import { OpenElements } from './open-elements.ts';
import type { Span } from './page.ts';

/** Maximum size of a sitemap according to the protocol. */
export const SITEMAP_MAX_BYTES = 50 * 2 ** 20;

/** A raw address in a sitemap, with its position. */
export type SitemapAddress = Readonly<{
  /** `page` in a sitemap, `sitemap` in an index, `other` for page content such as images and videos. */
  kind: 'page' | 'sitemap' | 'other';
  url: string;
  span: Span;
}>;

/**
 * Returns the addresses in a sitemap or sitemap index (sitemaps.org protocol), including alternates in other languages;
 * undefined if the text is neither.
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

/** Returns the text between two tags, without a surrounding CDATA section. */
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
