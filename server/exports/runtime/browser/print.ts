import type { Show } from './page.ts';

const BUTTONS =
  'button:is([aria-label*="print" i],[title*="print" i],[class*="print" i],[aria-label*="drucken" i],[aria-label*="imprim" i])';

/** Makes the site's print button work, and opens closed panels for printing. */
export function installPrint(shows: readonly Show[]): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest(BUTTONS)) print();
  });
  let opened: HTMLElement[] = [];
  addEventListener('beforeprint', () => {
    const panels = shows
      .map(({ panel }) => panel)
      .filter((panel) => panel.dataset.offprintPanel !== undefined);
    opened = panels.filter((panel) => getComputedStyle(panel).display === 'none');
    for (const panel of opened) panel.style.setProperty('display', 'block', 'important');
  });
  addEventListener('afterprint', () => {
    for (const panel of opened) panel.style.removeProperty('display');
  });
}
