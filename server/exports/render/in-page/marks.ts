/** What a page shows of where its reader is: read once, put back after the page was scrolled. */
export type Marks = Readonly<{ putBack: () => void }>;

/**
 * Reads, of the links to headings beside the text, of their list items and of a bar that moves beside them, what may say
 * which part of the page is read. Some of it comes with the first scrolling only, and stays at the top.
 */
export function readMarks(page: Document): Marks {
  const TOC = 'nav,aside,[class*="toc" i]';
  const MARKING = ['class', 'aria-current', 'style'];
  const links = [
    ...page.querySelectorAll('nav a[href*="#"],aside a[href*="#"],[class*="toc" i] a[href*="#"]'),
  ];
  const items = links.flatMap((link) =>
    link.parentElement?.localName === 'li' ? [link, link.parentElement] : [link],
  );
  const lists = new Set(links.map((link) => link.closest(TOC)));
  const bars = [...lists].flatMap((list) => [...(list?.querySelectorAll('[style]') ?? [])]);
  const marks = [...items, ...bars].flatMap((item) =>
    MARKING.map((name) => ({ item, name, value: item.getAttribute(name) })),
  );
  return {
    putBack: () => {
      for (const { item, name, value } of marks) {
        if (item.getAttribute(name) === value) continue;
        if (value === null) item.removeAttribute(name);
        else item.setAttribute(name, value);
      }
    },
  };
}
