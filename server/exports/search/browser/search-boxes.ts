/** Prefixes of the labels and placeholders of search boxes. Those with a leading `*` may occur anywhere. */
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

/** Search fields that text is typed into. */
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

/** Words in the labels of fields that filter the content of the page, and so never search the site. */
const FILTERS = '*filter *filtr *フィルタ *絞り込 *筛选 *篩選 *필터 *фильтр *narrow'
  .split(' ')
  .flatMap((name) =>
    ['aria-label', 'placeholder', 'title', 'id', 'name'].map(
      (attribute) => `[${attribute}*="${name.slice(1)}" i]`,
    ),
  )
  .join();

/** Fields that search the site according to their markup, even if scripts listen to them. */
const OF_SITE = [
  '[role=search] *',
  'form[action] *',
  ...['q', 's', 'query', 'search'].map((name) => `[name="${name}" i]`),
  ...['searchbar', 'searchbox', 'search-', 'search_', 'docsearch'].flatMap((word) => [
    `[id*="${word}" i]`,
    `[class*="${word}" i]`,
  ]),
  '[id=search i]',
  '.md-search__input',
  '.sidebar-search',
  '.sidebar-search *',
  '.search *',
].join();

/** Fields that the search of the bundle leaves to the page. */
const NOT_OF_SITE = `:is(input,[role=searchbox]):is(${FILTERS}):not([role=search] *)`;

/** Elements that may be search boxes of the site, judging by markup. */
export const BOXES = `:is(${FIELDS},${BUTTONS}):not(${NOT_OF_SITE})`;

/**
 * Whether an element is a search box of the site, which is replaced with the bundle's search. Filters for the content
 * of the page are not. Neither are fields that scripts of the page listen to, unless their markup shows that they
 * search the site.
 * @param listens whether scripts of the page listen to typing in a field
 */
export function isSearchBox(element: Element, listens: (field: Element) => boolean): boolean {
  if (element.closest(CONTENT) || !element.matches(BOXES)) return false;
  return !element.matches(FIELDS) || element.matches(OF_SITE) || !listens(element);
}

/** Places where a field is an example and part of the page's content. */
export const CONTENT = 'article,main p,main li,main pre,main table,[role=main] p,[role=main] pre';
