import { writeAttribute } from './attributes.ts';

/** What a page shows of where its reader is: read once, put back after the page was scrolled. */
export type Marks = Readonly<{
  putBack: () => void;
  /** The same of links to parts of this page alone: others may have changed since for another reason. */
  putBackEntries: () => void;
}>;

/** Where tables of contents stand. */
export const CONTENTS = 'nav,aside,[class*="toc" i]';

/** Their links to headings. */
export const CONTENTS_LINKS = 'nav a[href*="#"],aside a[href*="#"],[class*="toc" i] a[href*="#"]';

const MARKING = ['class', 'aria-current', 'style'];

/** What may carry the mark of an entry: its link, and the list item that this stands in. */
export function entryElements(link: Element): Element[] {
  return link.parentElement?.localName === 'li' ? [link, link.parentElement] : [link];
}

/**
 * Reads, of the links to headings beside the text, of their list items and of a bar that moves beside them, what may say
 * which part of the page is read. Some of it comes with the first scrolling only, and stays at the top.
 */
export function readMarks(page: Document): Marks {
  const links = [...page.querySelectorAll<HTMLAnchorElement>(CONTENTS_LINKS)];
  const lists = new Set(links.map((link) => link.closest(CONTENTS)));
  const bars = [...lists].flatMap((list) => [...(list?.querySelectorAll('[style]') ?? [])]);
  const read = (items: readonly Element[]): Values =>
    items.flatMap((item) => MARKING.map((name) => ({ item, name, value: item.getAttribute(name) })));
  const [entries, others] = [
    links.filter((link) => partOf(page, link)),
    links.filter((link) => !partOf(page, link)),
  ];
  const ofEntries = read(entries.flatMap(entryElements));
  const ofOthers = read([...others.flatMap(entryElements), ...bars]);
  return {
    putBack: () => putBack([...ofEntries, ...ofOthers]),
    putBackEntries: () => putBack(ofEntries),
  };
}

type Values = readonly Readonly<{ item: Element; name: string; value: string | null }>[];

function putBack(values: Values): void {
  for (const { item, name, value } of values)
    if (item.getAttribute(name) !== value) writeAttribute(item, name, value);
}

/** The part of this page that a link leads to; null where it leads elsewhere or nowhere. */
export function partOf(page: Document, link: HTMLAnchorElement): Element | null {
  if (link.hash.length < 2 || link.href.split('#')[0] !== location.href.split('#')[0]) return null;
  return page.getElementById(decode(link.hash.slice(1)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Scrolls a pane to its end and back. The marks that follow scrolling are put back where they were. */
export async function lookAtEnd(
  page: Document,
  pane: Element,
  settle: () => Promise<void>,
  look: () => void,
): Promise<void> {
  const marks = readMarks(page);
  const { scrollTop } = pane;
  for (const top of [pane.scrollHeight, scrollTop]) {
    pane.scrollTo({ top, behavior: 'instant' });
    await settle();
    await settle(); // they follow when they get a turn
    if (top !== scrollTop) look();
  }
  marks.putBack();
}
