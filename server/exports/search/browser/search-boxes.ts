/** How labels and placeholders of a search begin, or what stands in them: `*` before a name. */
const NAMES =
  '*search *recherch *busca *pesquis *zoek *检索 *検索 *搜索 *搜尋 *검색 *поиск *пошук *szukaj suche cerca søk søg sök ara';

const LABELLED = NAMES.split(' ')
  .flatMap((name) =>
    ['aria-label', 'placeholder', 'title'].map((attribute) => {
      const isWithin = name.startsWith('*');
      return `[${attribute}${isWithin ? '*' : '^'}="${isWithin ? name.slice(1) : name}" i]`;
    }),
  )
  .join();

/** Fields that text is typed into. */
export const FIELDS = [
  'input[type=search]',
  '[role=searchbox]',
  '[role=search] input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio])',
  'input[name=q]',
  `input:is(:not([type]),[type=text]):is(${LABELLED})`,
  '.md-search__input',
  '.sidebar-search',
  '.td-search-input',
].join();

/** Buttons, labels and links that open a field or a dialog. */
export const BUTTONS = [
  `button:is(${LABELLED})`,
  '[role=search] button',
  '[role=search] [type=submit]',
  '.DocSearch-Button',
  '.VPNavBarSearch button',
  'site-search button',
  'label[for=__search]',
  '#search-toggle',
  '#search-bar-entry',
  '#search-bar-entry-mobile',
  '.search-button',
].join();

/** What stands here is shown, not used: a field in an example is part of the page. */
export const CONTENT = 'article,main p,main li,main pre,main table,[role=main] p,[role=main] pre';
