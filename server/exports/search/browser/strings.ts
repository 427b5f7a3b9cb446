/** Texts of the dialog. `%` is replaced with a number or with the query. */
export type Strings = Readonly<{
  search: string;
  close: string;
  results: string;
  hint: string;
  searching: string;
  found: string;
  foundOne: string;
  partial: string;
  none: string;
  noneHint: string;
  broken: string;
  keys: string;
}>;

export const ENGLISH: Strings = {
  search: 'Search',
  close: 'Close',
  results: 'Results',
  hint: 'Type a word or two.',
  searching: 'Searching…',
  found: '% pages',
  foundOne: '1 page',
  partial: 'No page has all of these words. Pages with some of them: %',
  none: 'Nothing found for “%”',
  noneHint: 'Check the spelling, or try fewer or different words.',
  broken: 'Search cannot read %. This copy of the site may be incomplete.',
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
};
