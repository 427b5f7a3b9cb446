import { decodeXML } from 'entities';
import { readHtml, type Tag } from '../parse/html.ts';

/** What a sitemap file lists: pages, or further sitemaps. URLs as they stand there. */
export type Sitemap = Readonly<{ pages: readonly string[]; sitemaps: readonly string[] }>;

/**
 * Reads a sitemap or an index of sitemaps (sitemaps.org protocol), the alternates in other languages among its pages;
 * or a plain list of URLs, a line each. What is neither lists nothing.
 */
export function parseSitemap(text: string): Sitemap {
  if (!/<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/i.test(text)) return { pages: plainList(text), sitemaps: [] };
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const open: string[] = [];
  let start = -1;
  readHtml(
    text,
    {
      open: (tag) => {
        const name = localName(tag.name);
        if (name === 'link') {
          const href = attributeOf(tag, 'href', text);
          if (attributeOf(tag, 'rel', text) === 'alternate' && href) pages.push(href);
        }
        if (tag.selfClosing) return;
        open.push(name);
        start = tag.end;
      },
      close: (name, at) => {
        // Images and videos have locations of their own: only those of entries count.
        const parent = open.at(-2);
        if (localName(name) === 'loc' && start >= 0) {
          const url = decodeXML(text.slice(start, at).replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')).trim();
          if (parent === 'url' && url !== '') pages.push(url);
          if (parent === 'sitemap' && url !== '') sitemaps.push(url);
        }
        const index = open.lastIndexOf(localName(name));
        if (index >= 0) open.length = index;
        start = -1;
      },
      instruction: () => {},
    },
    true,
  );
  return { pages, sitemaps };
}

function plainList(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.every((line) => /^https?:\/\/\S+$/.test(line)) ? lines : [];
}

function attributeOf(tag: Tag, name: string, text: string): string | undefined {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  return found && decodeXML(text.slice(found.valueStart, found.valueEnd)).trim();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
