import { type PageReading, type Piece, readPieces } from './pieces.ts';

/** A paragraph, list item, table row, code block, … `place` names the path of elements that leads to it. */
export type Block = Readonly<{ text: string; place: number }>;

/**
 * What stands under a heading. Level 1 to 6 as in HTML, 7 is a term that is defined (`dt`), 0 what comes before
 * the first heading. `anchor` is the fragment that leads there, empty where there is none.
 */
export type Section = Readonly<{
  level: number;
  anchor: string;
  heading: string;
  place: number;
  blocks: readonly Block[];
}>;

/** What a person sees of a page, as far as it is worth finding. */
export type ExtractedPage = Readonly<{
  /** As the page names itself, with whatever the site adds to each title. */
  title: string;
  /** That of its text: primary language tag in lower case (`de`), empty where the page says none. */
  language: string;
  /** That of what stands around its text; another one on a page that nobody has translated yet. */
  pageLanguage: string;
  /** Pages of one layout keep their content in the same place. */
  layout: string;
  /** The page asks search engines not to list it. */
  unlisted: boolean;
  /** Share of the text that stands in links, 0 to 1. */
  linkShare: number;
  sections: readonly Section[];
}>;

/**
 * Reads a page for the search: its text by sections, without navigation, controls, hidden parts, line numbers and
 * links of headings to themselves. Panels of tabs and accordions count as seen. Pure.
 * @param html the page as characters
 */
export function extractPage(html: string, { xml = false } = {}): ExtractedPage {
  return pageOf(readPieces(html, xml));
}

/** The same of a page that has been read. */
function pageOf({ title, language, pageLanguage, unlisted, pieces }: PageReading): ExtractedPage {
  const content = contentOf(pieces);
  const sections = sectionsOf(content);
  const length = lengthOf(content);
  const linked = content.reduce((sum, piece) => sum + piece.linkedLength, 0);
  return {
    title: title || sections.find((section) => section.level === 1)?.heading || '',
    language,
    pageLanguage,
    layout: content[0]?.landmark ?? '',
    unlisted,
    linkShare: length === 0 ? 0 : Math.round((linked / length) * 100) / 100,
    sections,
  };
}

/** The main landmark, or the only article in it that makes up most of it; without landmarks all there is. */
function contentOf(pieces: readonly Piece[]): readonly Piece[] {
  const main = pieces.filter((piece) => piece.inMain);
  const content = main.length > 0 ? main : pieces;
  const inArticles = content.filter((piece) => piece.article > 0);
  const isOne = inArticles.every((piece) => piece.article === inArticles[0]?.article);
  const isMost = lengthOf(inArticles) * 2 > lengthOf(content);
  return isMost && (isOne || main.length === 0) ? inArticles : content;
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.text.length, 0);
}

function sectionsOf(pieces: readonly Piece[]): Section[] {
  const sections: (Section & { blocks: Block[] })[] = [];
  for (const { text, place, heading } of pieces) {
    if (heading) sections.push({ ...heading, heading: text, place, blocks: [] });
    else {
      const last = sections.at(-1);
      if (last) last.blocks.push({ text, place });
      else sections.push({ level: 0, anchor: '', heading: '', place: 0, blocks: [{ text, place }] });
    }
  }
  return sections;
}
