import { type ElementAttributes, type ElementHandler, readElements } from '../../parse/elements.ts';
import { isSilent, isSilentClass, PERMALINK_TEXT } from './excluded-elements.ts';
import { seenText } from './text.ts';

/** A block of text or a heading, in document order, with its place. */
export type Piece = Readonly<{
  text: string;
  /** Identifies the path of elements to it. */
  place: number;
  /** Number of its characters in links. */
  linkedLength: number;
  /** Set for headings and defined terms. */
  heading?: Readonly<{ level: number; anchor: string }>;
  /** Path of elements to the landmark around it. */
  landmark: string;
  inMain: boolean;
  /** Number of the outermost article around it; 0 if there is none. */
  article: number;
}>;

export type PageReading = Readonly<{
  title: string;
  language: string;
  pageLanguage: string;
  unlisted: boolean;
  pieces: readonly Piece[];
}>;

type OpenElement = Readonly<{
  name: string;
  isBlock: boolean;
  /** What the element begins and its end tag ends. */
  began: 'silence' | 'svg' | 'main' | 'article' | 'link' | 'heading' | 'title' | 'item' | undefined;
}>;

/** A part of a heading, with the anchor on this page that it links to, if any. */
type HeadingPart = { text: string; leadsTo: string };

/** A heading being read. */
type OpenHeading = { level: number; id: string; innerId: string; parts: HeadingPart[] };

/** Maximum nesting of elements. Anything deeper is ignored. */
const DEPTH_MAX = 5000;

/** Reads a page block by block, in one pass. @param xml whether elements may be self-closing */
export function readPieces(html: string, xml: boolean): PageReading {
  const pieces: Piece[] = [];
  const stack: OpenElement[] = [];
  /** Places of the outermost elements of the stack, as far as they were needed. */
  const places: number[] = [];
  const panels = new Set<string>();
  const open = { silence: 0, svg: 0, main: 0, article: 0, link: 0, heading: 0, title: 0, item: 0 };
  let title = '';
  let language = '';
  let pageLanguage = '';
  let unlisted = false;
  let articles = 0;
  let landmark = '';
  let leadsTo = '';
  let heading: OpenHeading | undefined;
  /** The last anchor since the last text. It marks a heading that has none of its own. */
  let anchor = '';
  let text = '';
  let isBlank = true;
  let linkedLength = 0;
  let isContents = true;

  const flush = (): void => {
    const seen = isBlank ? '' : seenText(text);
    // A list item that is only a link within this page belongs to a table of contents.
    if (seen !== '' && !(isContents && open.item > 0)) add(seen);
    if (seen !== '') anchor = '';
    text = '';
    isBlank = true;
    linkedLength = 0;
    isContents = true;
  };

  /** Returns the place of the innermost block. */
  const placeOfBlock = (): number => {
    const depth = stack.findLastIndex((element) => element.isBlock) + 1;
    for (let at = places.length; at < depth; at++) {
      places.push(placeBelow(places[at - 1] ?? 0, stack[at]?.name ?? ''));
    }
    return places[depth - 1] ?? 0;
  };

  const add = (seen: string, of?: Piece['heading']): void => {
    pieces.push({
      text: seen,
      place: placeOfBlock(),
      linkedLength: Math.min(linkedLength, seen.length),
      ...(of && { heading: of }),
      landmark,
      inMain: open.main > 0,
      article: open.article > 0 ? articles : 0,
    });
  };

  const closeHeading = ({ level, id, innerId, parts }: OpenHeading): void => {
    const saying = new Set(parts.filter((part) => /[\p{L}\p{N}]/u.test(part.text)));
    const isPermalink = (part: HeadingPart): boolean =>
      part.leadsTo !== '' &&
      PERMALINK_TEXT.test(part.text.trim()) &&
      saying.size > (saying.has(part) ? 1 : 0);
    const permalink = parts.find(isPermalink)?.leadsTo ?? '';
    const seen = seenText(
      parts
        .filter((part) => !isPermalink(part))
        .map((part) => part.text)
        .join(''),
    );
    const inside = parts.find((part) => part.leadsTo !== '')?.leadsTo ?? '';
    if (seen !== '') add(seen, { level, anchor: id || permalink || innerId || anchor || inside });
    anchor = '';
    linkedLength = 0;
  };

  const openElement = (name: string, attributes: ElementAttributes): OpenElement['began'] => {
    if (STYLED_TEXT.has(name) && attributes.saysClassOnly()) {
      return open.silence === 0 && isSilentClass(attributes.get('class')) ? 'silence' : undefined;
    }
    if (name === 'html' || name === 'body' || name === 'main' || name === 'article') {
      language = attributes.get('lang') || attributes.get('xml:lang') || language;
      if (name === 'html') pageLanguage = language;
    }
    if (name === 'meta' && attributes.get('name')?.toLowerCase() === 'robots') {
      unlisted ||= /\bno(index|ne)\b/i.test(attributes.get('content') ?? '');
    }
    for (const panel of attributes.get('aria-controls')?.split(/\s+/) ?? []) if (panel) panels.add(panel);
    if (name === 'title') return open.svg === 0 && title === '' ? 'title' : 'silence';
    if (open.silence > 0) return undefined;
    const role = attributes.get('role') ?? '';
    const id = attributes.get('id') || (name === 'a' ? attributes.get('name') : '') || '';
    const isPanel = role === 'tabpanel' || (id !== '' && panels.has(id));
    const parent = stack.at(-1)?.name ?? '';
    if (isSilent({ name, parent, role, attributes, isPanel, inHeading: heading !== undefined })) {
      return 'silence';
    }
    if (heading) heading.innerId ||= id;
    else if (id !== '' && isBlank) anchor = id;
    if (name === 'br' || name === 'td' || name === 'th' || name === 'option') append(' ');
    if (name === 'svg') return 'svg';
    if (name === 'li') return 'item';
    const href = name === 'a' ? attributes.get('href') : undefined;
    if (href !== undefined) {
      leadsTo = href.startsWith('#') ? decoded(href.slice(1)) : '';
      return 'link';
    }
    if (name === 'main' || role === 'main') return 'main';
    if (name === 'article') {
      if (open.article === 0) articles++;
      return 'article';
    }
    const level = headingLevel(name, role, attributes);
    if (level === undefined || heading) return undefined;
    heading = { level, id, innerId: '', parts: [] };
    return 'heading';
  };

  const append = (data: string): void => {
    if (heading) {
      const last = heading.parts.at(-1);
      const target = open.link > 0 ? leadsTo : '';
      if (last && last.leadsTo === target) last.text += data;
      else heading.parts.push({ text: data, leadsTo: target });
      return;
    }
    text += data;
    if (open.link > 0) linkedLength += data.length;
    if (!saysAnything(data)) return;
    isBlank = false;
    if (open.link === 0 || leadsTo === '') isContents = false;
  };

  const handler: ElementHandler = {
    open(name, attributes) {
      const isBlock = BLOCKS.has(name);
      if (isBlock && open.silence === 0 && !heading) flush();
      const began = openElement(name, attributes);
      stack.push({ name, isBlock, began });
      if (!began) return stack.length < DEPTH_MAX;
      if ((began === 'main' || began === 'article') && open.main + open.article === 0) {
        landmark = stack.map((element) => `/${element.name}`).join('');
      }
      open[began]++;
      // Browsers limit nesting to a few hundred elements.
      return stack.length < DEPTH_MAX;
    },
    text(data) {
      if (open.title > 0) title += data;
      else if (open.silence === 0) append(data);
    },
    close() {
      const element = stack.at(-1);
      if (!element) return;
      if (element.began === 'heading' && heading) {
        const read = heading;
        heading = undefined;
        closeHeading(read);
      } else if (element.isBlock && open.silence === 0 && !heading) flush();
      stack.pop();
      if (places.length > stack.length) places.length = stack.length;
      if (element.began) open[element.began]--;
      if ((element.began === 'main' || element.began === 'article') && open.main + open.article === 0) {
        landmark = '';
      }
    },
  };
  readElements(html, handler, xml);
  flush();
  return {
    title: seenText(title),
    language: primaryTag(language),
    pageLanguage: primaryTag(pageLanguage),
    unlisted,
    pieces,
  };
}

const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup p pre search section
  summary table tbody tfoot thead tr ul`.split(/\s+/),
);

/** Most elements on a page with code. If one has no attributes other than a class, only the rules for classes apply. */
const STYLED_TEXT = new Set(['span', 'code', 'em', 'strong', 'b', 'i']);

/** Whether a text is more than white space. The first character nearly always decides. */
function saysAnything(data: string): boolean {
  const first = data.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || /\S/.test(data);
}

function headingLevel(name: string, role: string, attributes: ElementAttributes): number | undefined {
  if (name.length === 2 && /^h[1-6]$/.test(name)) return Number(name[1]);
  if (name === 'dt' && attributes.get('id')) return 7;
  if (role !== 'heading') return undefined;
  return Math.min(6, Math.max(1, Number(attributes.get('aria-level')) || 2));
}

/** FNV-1a over the names of the elements on the path to a place. Equal on all pages with the same structure. */
function placeBelow(place: number, name: string): number {
  let hash = place ^ 0x2f;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function primaryTag(language: string): string {
  return /^[a-z]{2,3}(?=$|[-_])/i.exec(language.trim())?.[0].toLowerCase() ?? '';
}
