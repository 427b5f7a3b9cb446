import { charactersOf, readByteText } from '../exports/parse/charset.ts';
import { readElements } from '../exports/parse/elements.ts';
import { extractPage } from '../exports/search/extract/page.ts';
import { seenText } from '../exports/search/extract/text.ts';

/** The text of a page, one line per block. Headings start with one `#` per level. */
export type PageText = Readonly<{
  title: string;
  /** The page's own content, as extracted for search: without navigation, header and footer. */
  content: readonly string[];
  /** All text on the page, including the content. */
  whole: readonly string[];
}>;

/** Reads the text of a page in a bundle. Pure. */
export function readPageText(bytes: Uint8Array): PageText {
  const html = charactersOf(readByteText(bytes, undefined));
  const { title, sections } = extractPage(html);
  const content = sections.flatMap(({ level, heading, blocks }) => [
    ...(heading === '' ? [] : [`${'#'.repeat(Math.min(6, level || 1))} ${heading}`]),
    ...blocks.map(({ text }) => text),
  ]);
  return { title, content, whole: wholeText(html) };
}

/** Elements whose text is not visible. */
const UNSEEN = new Set('head script style template noscript iframe object svg'.split(' '));

/** Inline elements: they do not end a line. */
const INLINE = new Set(
  `a abbr b bdi bdo big cite code data dfn em font i ins kbd label mark q ruby s samp small span strike strong sub sup
  time tt u var wbr`.split(/\s+/),
);

const DEPTH_MAX = 5000;

function wholeText(html: string): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let unseen = 0;
  let text = '';
  const flush = (): void => {
    const seen = seenText(text);
    if (seen !== '') lines.push(seen);
    text = '';
  };
  readElements(
    html,
    {
      open: (name) => {
        if (!INLINE.has(name)) flush();
        if (UNSEEN.has(name)) unseen++;
        open.push(name);
        return open.length < DEPTH_MAX;
      },
      text: (data) => {
        if (unseen === 0) text += data;
      },
      close: () => {
        const name = open.pop() ?? '';
        if (UNSEEN.has(name)) unseen--;
        if (!INLINE.has(name)) flush();
      },
    },
    false,
  );
  flush();
  return lines;
}
