import type { Profile } from './profile.ts';

/**
 * Code groups are radio buttons, and scripts apply the choice to the blocks. Sidebar groups do not expose their state.
 */
export const vitepress: Profile = {
  name: 'VitePress',
  tabs: [{ list: '.vp-code-group .tabs', tab: 'input', panel: '.vp-code-group .blocks > *' }],
  toggles: ['.VPSidebarItem.collapsible > .item'],
};
