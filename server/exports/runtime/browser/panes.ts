import type { KeptStates } from '../states.ts';
import type { PageParts } from './page.ts';

/**
 * Restores the scroll positions of panes, such as a sidebar scrolled to the current page, unless the reader has
 * scrolled.
 */
export function installPanes(parts: PageParts, panes: NonNullable<KeptStates['panes']>): void {
  const scroll = (): void => {
    for (const [at, top] of panes) {
      const pane = parts.find(at);
      if (pane?.scrollTop === 0) pane.scrollTo({ top, behavior: 'instant' });
    }
  };
  scroll();
  // Before its styles have loaded, a pane may not be scrollable.
  addEventListener('load', scroll, { once: true });
}
