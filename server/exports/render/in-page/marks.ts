import { writeAttribute } from './attributes.ts';

/** The highlights that show the reader's position in a page, read once and restored after scrolling. */
export type Marks = Readonly<{
  putBack: () => void;
  /** Restores only links to sections of this page, because others may have changed since for another reason. */
  putBackEntries: () => void;
}>;

/** Containers of tables of contents. */
export const CONTENTS = 'nav,aside,[class*="toc" i]';

/** Links to headings in these containers. */
export const CONTENTS_LINKS = 'nav a[href*="#"],aside a[href*="#"],[class*="toc" i] a[href*="#"]';

const MARKING = ['class', 'aria-current', 'style'];

/** Elements that may be highlighted for an entry: its link, and the list item around it. */
export function entryElements(link: Element): Element[] {
  return link.parentElement?.localName === 'li' ? [link, link.parentElement] : [link];
}

/**
 * Reads what may show the current section: attributes of links to headings, of their list items and of an indicator bar
 * beside them. Some highlights only appear on the first scroll, and stay at the top.
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

/** Returns the section of this page that a link targets; null if it targets anything else. */
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

/** Scrolls a pane to its end and back, and restores the highlights that follow scrolling. */
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
    await settle(); // highlights follow in a later task
    if (top !== scrollTop) look();
  }
  marks.putBack();
}
