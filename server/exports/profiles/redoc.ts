import type { Profile } from './profile.ts';

/**
 * Responses, properties and the list of servers are plain buttons; a response exposes its state only once it has been
 * opened.
 */
export const redoc: Profile = {
  name: 'Redoc',
  toggles: [
    '[data-section-id] button:has(> svg:first-child + strong)',
    '[data-section-id] td[kind="field"] > button[aria-label^="expand "]',
    '[data-section-id] button:has(> .http-verb)',
    '[data-section-id] div:has(> h5:first-child + svg)',
    '.redoc-json button.collapser',
  ],
};
