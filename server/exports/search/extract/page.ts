import { type PageReading, type Piece, readPieces } from './pieces.ts';

/** A paragraph, list item, table row, code block, … `place` identifies the path of elements to it. */
export type Block = Readonly<{ text: string; place: number }>;

/**
 * The content under a heading. Levels 1 to 6 are as in HTML, 7 is a defined term (`dt`), 0 is the content before the
 * first heading. `anchor` is the fragment that links to it, empty if there is none.
 */
export type Section = Readonly<{
  level: number;
  anchor: string;
  heading: string;
  place: number;
  blocks: readonly Block[];
}>;

/** The visible content of a page, as far as it is worth finding. */
export type ExtractedPage = Readonly<{
  /** Title as in the page, with whatever the site adds to each title. */
  title: string;
  /** Language of its text: primary language tag in lower case (`de`), empty if the page states none. */
  language: string;
  /** Language of the layout around its text. It differs on a page that is not translated yet. */
  pageLanguage: string;
  /** Identifies the layout. Pages with the same layout have their content in the same place. */
  layout: string;
  /** Whether the page asks search engines not to list it. */
  unlisted: boolean;
  /** Share of the text that is in links, 0 to 1. */
  linkShare: number;
  sections: readonly Section[];
}>;

/**
 * Extracts the text of a page for the search, by sections. Leaves out navigation, controls, hidden parts, line numbers
 * and headings' links to themselves. Panels of tabs and accordions count as visible. Pure.
 * @param html the page as characters
 */
export function extractPage(html: string, { xml = false } = {}): ExtractedPage {
  return pageOf(readPieces(html, xml));
}

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

/**
 * Returns the content of a page: the main landmark, or the only article in it if that makes up most of it; everything
 * if there are no landmarks.
 */
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
