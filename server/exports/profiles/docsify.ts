import type { Profile } from './profile.ts';

/** Its router writes the heading of a page as a parameter of the route: `#/guide?id=install`. */
export const docsify: Profile = {
  name: 'docsify',
  headings: { mark: '$docsify', parameter: 'id' },
};
