import type { Profile } from './profile.ts';

/**
 * The button that wraps the long lines of a code block does not expose its state, and its icon has a hashed class. The
 * button that collapses the sidebar does not expose its state either.
 */
export const docusaurus: Profile = {
  name: 'Docusaurus',
  toggles: ['button:has(> [class*="wordWrapButtonIcon"])', 'button[class*="collapseSidebarButton_"]'],
};
