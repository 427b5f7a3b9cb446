import type { KeptStates } from '../states.ts';
import type { PageParts } from './page.ts';

/** Makes navigation entries that are not links jump to their part of the page. */
export function installJumps(parts: PageParts, jumps: NonNullable<KeptStates['jumps']>): void {
  for (const [at, id] of jumps) {
    const entry = parts.find(at);
    if (!entry) continue;
    const go = (event: Event): void => {
      if (!parts.isPressed(entry, event.target as Element)) return;
      const hash = `#${encodeURI(id)}`;
      if (location.hash === hash) document.getElementById(id)?.scrollIntoView();
      else location.hash = hash;
    };
    entry.addEventListener('click', go);
    if (!entry.hasAttribute('tabindex')) entry.tabIndex = 0;
    entry.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') go(event);
    });
  }
}
