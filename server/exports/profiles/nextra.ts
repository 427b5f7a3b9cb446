import type { Profile } from './profile.ts';

/** Groups of the sidebar are plain buttons; only the entry around says by a class that it is open. */
export const nextra: Profile = {
  name: 'Nextra',
  toggles: [':is(.nextra-sidebar, .nextra-mobile-nav) li > button[data-href]'],
};
