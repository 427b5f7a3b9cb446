import { writeAttribute } from './attributes.ts';

/** What a page shows of where its reader is: read once, put back after the page was scrolled. */
export type Marks = Readonly<{ putBack: () => void }>;

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
  const links = [...page.querySelectorAll(CONTENTS_LINKS)];
  const lists = new Set(links.map((link) => link.closest(CONTENTS)));
  const bars = [...lists].flatMap((list) => [...(list?.querySelectorAll('[style]') ?? [])]);
  const marks = [...links.flatMap(entryElements), ...bars].flatMap((item) =>
    MARKING.map((name) => ({ item, name, value: item.getAttribute(name) })),
  );
  return {
    putBack: () => {
      for (const { item, name, value } of marks)
        if (item.getAttribute(name) !== value) writeAttribute(item, name, value);
    },
  };
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
