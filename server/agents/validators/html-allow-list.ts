import { decodeHTML } from 'entities';
import { isHarmless } from './addresses.ts';
import { lineCounter } from './lines.ts';

/** Part of a page's HTML that a browser would run, load as another page, or act on beyond showing text. */
export type ActiveHtml = Readonly<{
  what: 'script' | 'frame' | 'handler' | 'markup';
  /** Counted from 1. */
  line: number;
  text: string;
}>;

/** Part of a page that a browser or build would act on: HTML or code. */
export type ActivePart = Readonly<{
  what: ActiveHtml['what'] | 'module' | 'expression';
  /** Counted from 1. */
  line: number;
  text: string;
}>;

type Fault = Readonly<{ what: ActiveHtml['what']; text: string }>;

/**
 * Finds elements and attributes that are not on the allow-lists. Stricter than a browser: anything that looks like the
 * start of a tag counts, even within comments and attribute values, so nothing depends on where a parser ends those.
 */
export function activeHtml(html: string): ActiveHtml[] {
  const lineAt = lineCounter(html);
  return tagsIn(html).flatMap((tag) =>
    faultsOf(tag).map(({ what, text }) => ({ what, line: lineAt(tag.at), text })),
  );
}

export type Tag = Readonly<{
  /** In lower case. */
  name: string;
  /** In source order, with names in lower case and values decoded. */
  attributes: readonly (readonly [string, string])[];
  at: number;
  /** From `<` to the end of the tag, or to the end of the element if its content is not HTML. */
  text: string;
  /** Whether a `>` ends it. */
  closed: boolean;
  /** Whether the tag exceeds the limits and was not read to its end. This alone is a fault. */
  isTooLong: boolean;
}>;

/** Returns the faults of a tag; empty if everything in it is on the allow-lists. */
export function faultsOf({ name, attributes, text, isTooLong }: Omit<Tag, 'at' | 'closed'>): Fault[] {
  const faults: Fault[] = [];
  if (!ELEMENTS.has(name)) {
    faults.push({ what: SCRIPTS.has(name) ? 'script' : FRAMES.has(name) ? 'frame' : 'markup', text });
  }
  if (isTooLong) faults.push({ what: 'markup', text });
  for (const [key, value] of attributes) {
    const what = attributeFault(key, value);
    if (what !== null) faults.push({ what, text: `${name} ${key}=${value}` });
  }
  return faults;
}

/** @param name in lower case */
export function attributeFault(name: string, value: string): ActiveHtml['what'] | null {
  if (/^on[a-z]/.test(name)) return 'handler';
  if (ADDRESSES.has(name)) return isHarmless(value) ? null : 'script';
  if (name === 'srcset') return value.split(',').every(isOfTheSite) ? null : 'markup';
  if (name === 'style') return isPlainStyle(value) ? null : 'markup';
  return ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name) ? null : 'markup';
}

/** Reads tags as WHATWG HTML does (13.2.5.6 to 13.2.5.40), from every `<` that is followed by a letter. */
export function tagsIn(html: string): Tag[] {
  const tags: Tag[] = [];
  const begin = /<[a-z]/gi;
  for (let match = begin.exec(html); match !== null; match = begin.exec(html)) {
    const tag = readTag(html, match.index);
    if (RAW_TEXT.test(tag.name)) {
      begin.lastIndex = endOfElement(html, tag);
      tags.push({ ...tag, text: html.slice(tag.at, begin.lastIndex) });
    } else {
      tags.push(tag);
      // Its content is part of the finding.
      if (tag.isTooLong) begin.lastIndex = tag.at + tag.text.length;
    }
  }
  return tags;
}

function readTag(html: string, at: number): Tag {
  const stop = Math.min(html.length, at + MAX_TAG);
  NAME.lastIndex = at + 1;
  const name = (NAME.exec(html)?.[0] ?? '').toLowerCase();
  const attributes: [string, string][] = [];
  let place = at + 1 + name.length;
  while (place < stop && attributes.length < MAX_ATTRIBUTES) {
    ATTRIBUTE.lastIndex = place;
    const match = ATTRIBUTE.exec(html);
    if (match === null || match[0] === '') break;
    place += match[0].length;
    const [, key = '', double, single, bareValue] = match;
    if (key !== '') attributes.push([key.toLowerCase(), decodeHTML(double ?? single ?? bareValue ?? '')]);
  }
  const closed = html[place] === '>';
  const isTooLong = !closed && (place >= stop || attributes.length === MAX_ATTRIBUTES);
  return { name, attributes, at, text: html.slice(at, closed ? place + 1 : place), closed, isTooLong };
}

/** Limits for a tag, in characters and attributes. */
const MAX_TAG = 4000;
const MAX_ATTRIBUTES = 60;

/**
 * Sticky, so that each matches at one position only. Bounded, so that no text makes them scan the rest of it for every
 * `<`.
 */
const NAME = /[^\t\n\f\r />]{1,200}/y;
const ATTRIBUTE =
  /[\t\n\f\r /]{0,500}(=?[^\t\n\f\r />=]{0,500})(?:[\t\n\f\r ]{0,500}=[\t\n\f\r ]{0,500}(?:"([^"]{0,3000})"|'([^']{0,3000})'|([^\t\n\f\r >]{0,3000})))?/y;

/** Elements whose content is not HTML but part of the finding. */
const RAW_TEXT = /^(script|style)$/;

function endOfElement(html: string, { name, at, text }: Tag): number {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = at + text.length;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

const SCRIPTS = new Set(['script', 'applet', 'animate', 'set', 'animatetransform', 'animatemotion']);
const FRAMES = new Set(
  'iframe frame frameset object embed portal fencedframe foreignobject webview'.split(' '),
);

/** Elements that show text, tables, lists, images, video or audio, and do nothing else. */
const ELEMENTS = new Set(
  (
    'a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del ' +
    'details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main ' +
    'mark nav ol p picture pre q rb rp rt rtc ruby s samp search section small source span strike strong sub summary ' +
    'sup table tbody td tfoot th thead time tr track tt u ul var video wbr'
  ).split(' '),
);

/** Attributes that contain an address. `poster`, `ping` and `formaction` are on no list, so they are reported. */
const ADDRESSES = new Set(['href', 'src', 'cite']);

const ATTRIBUTES = new Set(
  (
    'abbr align alt autoplay axis bgcolor border cellpadding cellspacing class classname clear color cols colspan ' +
    'compact controls coords datetime decoding default dir face headers height hidden hspace id kind label lang ' +
    'loading loop markdown media muted name nowrap open playsinline preload rel reversed role rowspan rules scope size sizes span ' +
    'srclang start summary tabindex target title translate type valign value vspace width xml:lang'
  ).split(' '),
);

/** Whether a `srcset` image belongs to the site, or to a host that is written out and therefore checked separately. */
function isOfTheSite(candidate: string): boolean {
  return /^\s*(https?:\/\/\w|(?!\/\/)[\w./-]+(\s|$))/i.test(candidate);
}

/** Whether a style only formats the element in place: it loads nothing and does not cover the rest of the page. */
function isPlainStyle(style: string): boolean {
  return style
    .split(';')
    .every((declaration) => declaration.trim() === '' || PLAIN_DECLARATION.test(declaration));
}

const PLAIN_DECLARATION =
  /^\s*(text-(align|decoration|transform|indent)|(min-|max-)?(width|height)|margin(-\w+)?|padding(-\w+)?|border(-[\w-]+)?|(background-)?color|background|font(-\w+)?|line-height|display|vertical-align|float|clear|white-space|list-style(-type)?|gap|flex(-\w+)?|align-items|justify-content|grid-template-columns|overflow(-[xy])?)\s*:(?!.*-\d)(?:[\w\s.,%#!"'/-]|(?:rgba?|hsla?|repeat)\([\w\s.,%/]*\))*$/i;
