import type { ContentsMark } from '../states.ts';
import { names, type PageParts } from './page.ts';

/** Distance from the top edge within which a heading counts as read; leaves room for a site's header. */
const EDGE_PX = 120;

/** Highlights the part being read in the page's table of contents, as the site did. */
export function installContents(parts: PageParts, { items, names: kinds, current }: ContentsMark): void {
  const known = items.flatMap(([at, id]) => {
    const [item, target] = [parts.find(at), document.getElementById(id)];
    const [marked = '', unmarked = ''] = kinds[item?.localName ?? ''] ?? [];
    return item && target ? [{ item, target, marked: names(marked), unmarked: names(unmarked) }] : [];
  });
  const mark = (): void => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = known.filter(({ target }) => target.getBoundingClientRect().top <= EDGE_PX);
    const read = (atEnd ? known.at(-1) : (passed.at(-1) ?? known[0]))?.target;
    for (const { item, target, marked, unmarked } of known) {
      for (const name of marked) item.classList.toggle(name, target === read);
      for (const name of unmarked) item.classList.toggle(name, target !== read);
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
