import type { ContentsMark } from '../states.ts';
import { names, type PageParts } from './page.ts';

/** How far below the top edge a heading counts as read: headers of sites are in between. */
const EDGE_PX = 120;

/** Marks the part of the page that is read in its table of contents, as the site did. */
export function installContents(parts: PageParts, { items, names: list, current }: ContentsMark): void {
  const marks = names(list);
  const known = items.flatMap(([at, id]) => {
    const [item, target] = [parts.find(at), document.getElementById(id)];
    // What every item has from the start says nothing.
    return item && target ? [{ item, target }] : [];
  });
  const kinds = new Map<string, Set<string>>();
  for (const { item } of known) {
    const used = kinds.get(item.localName) ?? new Set();
    for (const mark of marks) if (item.classList.contains(mark)) used.add(mark);
    kinds.set(item.localName, used);
  }
  const isUnused = [...kinds.values()].every((used) => used.size === 0);
  const mark = (): void => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = known.filter(({ target }) => target.getBoundingClientRect().top <= EDGE_PX);
    const read = (atEnd ? known.at(-1) : (passed.at(-1) ?? known[0]))?.target;
    for (const { item, target } of known) {
      const used = isUnused && item.localName === 'a' ? marks : [...(kinds.get(item.localName) ?? [])];
      for (const name of used) item.classList.toggle(name, target === read);
      if (current === undefined || item.localName !== 'a') continue;
      if (target === read) item.setAttribute('aria-current', current);
      else item.removeAttribute('aria-current');
    }
  };
  let isDue = false;
  const later = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mark();
    });
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later);
}
