import type { Profile } from './profile.ts';

/**
 * The button that wraps the long lines of a code block says nothing of its state; its icon has a class that is hashed. Nor
 * does the one that folds the sidebar away.
 */
export const docusaurus: Profile = {
  name: 'Docusaurus',
  toggles: ['button:has(> [class*="wordWrapButtonIcon"])', 'button[class*="collapseSidebarButton_"]'],
};
