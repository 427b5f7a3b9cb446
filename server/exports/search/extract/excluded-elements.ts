import type { ElementAttributes } from '../../parse/elements.ts';

/**
 * What is in a page and is not what it says: names that generators agree on, as data. Names are compared whole.
 */

/** Elements without text that a person reads there. */
const SILENT_ELEMENTS = new Set(
  `annotation audio canvas datalist desc head iframe metadata nav noscript object rp rt script select style textarea
  video`.split(/\s+/),
);

const SILENT_ROLES = new Set('contentinfo menu menubar navigation search toolbar tooltip'.split(' '));

/** Attributes by which authors keep a part out of a search. */
const UNSEARCHED = ['data-pagefind-ignore', 'data-nosnippet', 'data-search-ignore'];

const SILENT_CLASSES = new Set([
  // for screen readers: what is seen says it already
  ...['sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader-text', 'screenreader-only'],
  // line numbers of code
  ...['lineno', 'linenos', 'linenodiv', 'line-number', 'linenumber', 'line-numbers-wrapper', 'gutter'],
  ...['line-numbers-rows', 'hljs-ln-numbers', 'react-syntax-highlighter-line-number', 'code-line-number'],
  // ways around the site and the page
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

/** What a heading's link to itself says, when it says anything. */
export const PERMALINK_TEXT =
  /^[^\p{L}\p{N}]*$|^(permalink|permanent link|direct link|link to|copy link|section titled|anchor|link)\b/iu;

type Candidate = Readonly<{
  name: string;
  /** Name of the element around it. */
  parent: string;
  role: string;
  attributes: ElementAttributes;
  /** A panel of tabs or an accordion: hidden now, shown by a click. */
  isPanel: boolean;
  inHeading: boolean;
}>;

/** Whether an element and all it holds are left out. */
export function isSilent({ name, parent, role, attributes, isPanel, inHeading }: Candidate): boolean {
  if (SILENT_ELEMENTS.has(name) || SILENT_ROLES.has(role)) return true;
  // A declared shadow root is on the page; the content of any other template is not.
  if (name === 'template') return attributes.get('shadowrootmode') === undefined;
  // A button that opens something says what that is; the others are controls.
  if (name === 'button' || role === 'button') {
    return !inHeading && attributes.get('aria-expanded') === undefined;
  }
  // The footer of a quotation names its source; other footers lead on and around.
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

/** Whether one of an element's classes says that its text is left out. */
export function isSilentClass(classes: string | undefined): boolean {
  if (classes === undefined) return false;
  let isSilent = remembered.get(classes);
  if (isSilent === undefined) {
    isSilent = classes.split(/\s+/).some((each) => SILENT_CLASSES.has(each));
    if (remembered.size < REMEMBERED_MAX) remembered.set(classes, isSilent);
  }
  return isSilent;
}

/** The same few values stand in all pages of a site. */
const remembered = new Map<string, boolean>();
const REMEMBERED_MAX = 10_000;
