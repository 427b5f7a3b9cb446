import type { Profile } from './profile.ts';

/** docsify's router puts the heading of a page into a parameter of the route: `#/guide?id=install`. */
export const docsify: Profile = {
  name: 'docsify',
  headings: { mark: '$docsify', parameter: 'id' },
};
