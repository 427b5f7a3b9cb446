import type { Profile } from './profile.ts';

/** Code groups are radio buttons, of which scripts copy the choice to the blocks; groups of the sidebar say nothing. */
export const vitepress: Profile = {
  name: 'VitePress',
  tabs: [{ list: '.vp-code-group .tabs', tab: 'input', panel: '.vp-code-group .blocks > *' }],
  toggles: ['.VPSidebarItem.collapsible > .item'],
};
