import type { KeptStates } from '../states.ts';
import type { PageParts } from './page.ts';

/** Scrolls what the site had scrolled, such as a sidebar to the current page, unless the reader has. */
export function installPanes(parts: PageParts, panes: NonNullable<KeptStates['panes']>): void {
  const scroll = (): void => {
    for (const [at, top] of panes) {
      const pane = parts.find(at);
      if (pane?.scrollTop === 0) pane.scrollTo({ top, behavior: 'instant' });
    }
  };
  scroll();
  // Until its styles are there, it may have nothing to scroll.
  addEventListener('load', scroll, { once: true });
}
