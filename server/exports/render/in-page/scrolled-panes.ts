import type { EffectKeeper } from './effects.ts';
import { lookAtEnd } from './marks.ts';

/** Panes that are not at the top, and their scroll positions in px. */
export type ScrolledPanes = readonly (readonly [pane: Element, top: number])[];

/** Returns all scrolled elements except the page itself. */
export function scrolledNow(page: Document): Element[] {
  return [...(page.body?.querySelectorAll('*') ?? [])].filter(
    (element) => element.scrollTop > 0 && element !== page.scrollingElement,
  );
}

/**
 * Returns panes that are not at the top, such as a sidebar scrolled to the current page, unless they only follow the
 * scrolling of the page.
 */
export async function readScrolled(
  page: Document,
  settle: () => Promise<void>,
  { knownPane, scrolledPane }: EffectKeeper,
): Promise<ScrolledPanes> {
  const panes = scrolledNow(page).map((element) => [element, element.scrollTop] as const);
  const window = page.scrollingElement;
  if (panes.length === 0 || !window) return panes;
  const known = panes.map(([pane]) => knownPane(pane));
  if (!known.includes(undefined)) {
    for (const [index, [pane]] of panes.entries())
      if (known[index]) pane.scrollTo({ top: 0, behavior: 'instant' });
    return panes.filter((_pane, index) => !known[index]);
  }
  for (const [pane] of panes) pane.scrollTo({ top: 0, behavior: 'instant' });
  const followers = new Set<Element>();
  const look = (): void => {
    for (const [pane] of panes) if (pane.scrollTop > 0) followers.add(pane);
  };
  await lookAtEnd(page, window, settle, look);
  look();
  const own = panes.filter(([pane]) => !followers.has(pane));
  for (const [pane] of panes) scrolledPane(pane, followers.has(pane));
  for (const pane of followers) pane.scrollTo({ top: 0, behavior: 'instant' });
  for (const [pane, top] of own) pane.scrollTo({ top, behavior: 'instant' });
  return own;
}
