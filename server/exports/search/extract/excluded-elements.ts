import type { ElementAttributes } from '../../parse/elements.ts';

/**
 * Parts of a page that are not its content: names shared by site generators, as data. Names are compared as a whole.
 */

/** Elements without text for readers. */
const SILENT_ELEMENTS = new Set(
  `annotation audio canvas datalist desc head iframe metadata nav noscript object rp rt script select style textarea
  video`.split(/\s+/),
);

const SILENT_ROLES = new Set('contentinfo menu menubar navigation search toolbar tooltip'.split(' '));

/** Attributes with which authors exclude a part from a search. */
const UNSEARCHED = ['data-pagefind-ignore', 'data-nosnippet', 'data-search-ignore'];

const SILENT_CLASSES = new Set([
  // for screen readers; repeats visible content
  ...['sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader-text', 'screenreader-only'],
  // line numbers of code
  ...['lineno', 'linenos', 'linenodiv', 'line-number', 'linenumber', 'line-numbers-wrapper', 'gutter'],
  ...['line-numbers-rows', 'hljs-ln-numbers', 'react-syntax-highlighter-line-number', 'code-line-number'],
  // navigation of the site and the page
  ...[
    'breadcrumb',
    'breadcrumbs',
    'pagination',
    'pagination-nav',
    'prev-next',
    'docnav',
    'navheader',
    'navfooter',
  ],
  ...['sphinxsidebar', 'table-of-contents', 'page-toc', 'skip-link', 'edit-this-page'],
]);

/** Text of a heading's link to itself, if it has any. */
export const PERMALINK_TEXT =
  /^[^\p{L}\p{N}]*$|^(permalink|permanent link|direct link|link to|copy link|section titled|anchor|link)\b/iu;

type Candidate = Readonly<{
  name: string;
  /** Name of the parent element. */
  parent: string;
  role: string;
  attributes: ElementAttributes;
  /** Whether it is a panel of tabs or an accordion, which a click may show. */
  isPanel: boolean;
  inHeading: boolean;
}>;

/** Whether an element and everything in it are left out. */
export function isSilent({ name, parent, role, attributes, isPanel, inHeading }: Candidate): boolean {
  if (SILENT_ELEMENTS.has(name) || SILENT_ROLES.has(role)) return true;
  // A declarative shadow root is rendered; the content of any other template is not.
  if (name === 'template') return attributes.get('shadowrootmode') === undefined;
  // A button that expands something names it; other buttons are controls.
  if (name === 'button' || role === 'button') {
    return !inHeading && attributes.get('aria-expanded') === undefined;
  }
  // The footer of a quotation names its source; other footers are navigation.
  if (name === 'footer') return parent !== 'blockquote';
  if (name === 'dialog') return attributes.get('open') === undefined;
  if (UNSEARCHED.some((attribute) => attributes.get(attribute) !== undefined)) return true;
  if (isSilentClass(attributes.get('class'))) return true;
  if (isPanel) return false;
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (attributes.get('aria-hidden') === 'true') return true;
  const style = attributes.get('style');
  return style !== undefined && /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** Whether one of an element's classes excludes its text. */
export function isSilentClass(classes: string | undefined): boolean {
  if (classes === undefined) return false;
  let isSilent = remembered.get(classes);
  if (isSilent === undefined) {
    isSilent = classes.split(/\s+/).some((each) => SILENT_CLASSES.has(each));
    if (remembered.size < REMEMBERED_MAX) remembered.set(classes, isSilent);
  }
  return isSilent;
}

/** Cached results, since all pages of a site share a few values. */
const remembered = new Map<string, boolean>();
const REMEMBERED_MAX = 10_000;
