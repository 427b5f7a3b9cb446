import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type ByteText, decodePart, readByteText } from '../parse/charset.ts';
import { readHtml, type Tag } from '../parse/html.ts';
import { scanPage, urlsOf } from '../parse/page.ts';
import { VOID_ELEMENTS } from '../parse/reference-attributes.ts';
import type { RenderedPage } from './rendered-page.ts';
import { normalText } from './text-similarity.ts';

/** Properties used to compare a fetched page with its rendered version. */
export type PageFacts = Readonly<{
  url: string;
  title: string;
  /** All text of the document except that of controls, whether visible or not: NFC, with whitespace collapsed. */
  text: string;
  /** Text of buttons and pickers, in document order. */
  controls: readonly string[];
  /** Targets of `a` and `area`: absolute, with fragments, sorted, without duplicates. */
  links: readonly string[];
  /** Images, media, frames and style sheets: absolute, sorted, without duplicates. Scripts are excluded. */
  assets: readonly string[];
  /** Valid fragment targets. */
  anchors: ReadonlySet<string>;
}>;

/**
 * Reads the facts of a page from its HTML, without a browser.
 * @param url address of the page, to resolve relative addresses
 */
export function factsOf(page: ByteText, url: string): PageFacts {
  const scan = scanPage(page, { anchors: true });
  const base = scan.base === undefined ? url : (URL.parse(scan.base, url)?.href ?? url);
  const links = new Set<string>();
  const assets = new Set<string>();
  const add = (set: Set<string>, address: string): void => {
    const resolved = URL.parse(address, base);
    if (resolved && /^https?:$/.test(resolved.protocol)) set.add(resolved.href);
  };
  for (const reference of scan.references) {
    const { element, role } = reference;
    if (element === 'script' || element === 'link' || role === 'mention' || role === 'address') continue;
    const isLink = element === 'a' || element === 'area';
    if (role === 'link' && !isLink) continue;
    // These may not be addresses at all, and loaders remove them once used.
    if (role === 'guess' || (role === 'choice' && element !== 'option')) continue;
    for (const address of urlsOf(reference, page.encoding)) add(isLink ? links : assets, address);
  }
  const { text, controls, styleSheets } = readText(page);
  for (const address of styleSheets) add(assets, address);
  return {
    url,
    title: scan.title,
    text: normalText(text),
    controls: controls.map(normalText).filter((control) => control !== ''),
    links: [...links].sort(),
    assets: [...assets].sort(),
    anchors: new Set(scan.anchors),
  };
}

/** Reads the facts of a rendered page. */
export function factsOfRendered(page: RenderedPage): PageFacts {
  return factsOf(readByteText(page.html, 'utf-8'), page.finalUrl);
}

const SILENT = new Set(['script', 'style', 'noscript', 'title', 'iframe', 'textarea', 'datalist']);
const CONTROLS = new Set(['button', 'select']);
/** Inline elements, which add no space between words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp slot small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

function readText(page: ByteText): { text: string; controls: string[]; styleSheets: string[] } {
  const { text: source, encoding } = page;
  const controls: string[] = [];
  const styleSheets: string[] = [];
  const parts: string[] = [];
  let at = 0;
  /**
   * The enclosing element whose text is ignored or belongs to a control, and its nesting depth in elements of the same
   * name.
   */
  let inside: { name: string; depth: number; control: string[] | undefined } | undefined;

  const readUpTo = (offset: number): void => {
    const raw = source.slice(at, offset).replace(NO_TEXT, '');
    if (raw !== '' && !(inside && !inside.control)) {
      (inside?.control ?? parts).push(decodeHTML(decodePart(raw, encoding)));
    }
  };
  const read = (tag: Tag, name: string): string | undefined => {
    const attribute = tag.attributes.find((candidate) => candidate.name === name);
    if (!attribute) return undefined;
    return decodeHTMLAttribute(decodePart(source.slice(attribute.valueStart, attribute.valueEnd), encoding));
  };
  const open = (tag: Tag): void => {
    readUpTo(tag.start);
    at = tag.end;
    const { name } = tag;
    const isEmpty = tag.selfClosing || VOID_ELEMENTS.has(name);
    if (name === 'link' && /(^|\s)stylesheet(\s|$)/i.test(read(tag, 'rel') ?? '')) {
      styleSheets.push(read(tag, 'href') ?? '');
    }
    if (inside) {
      if (name === inside.name && !isEmpty) inside.depth++;
      if (!INLINE.has(name)) inside.control?.push(' ');
      return;
    }
    if (!INLINE.has(name)) parts.push(' ');
    const isTemplate = name === 'template' && read(tag, 'shadowrootmode') === undefined;
    const role = read(tag, 'role');
    const isControl = role === 'button' || (CONTROLS.has(name) && role !== 'tab');
    if (SILENT.has(name) || isTemplate) inside = { name, depth: 1, control: undefined };
    else if (isControl && !isEmpty) inside = { name, depth: 1, control: [] };
  };
  const close = (name: string, start: number, end: number): void => {
    readUpTo(start);
    at = end;
    if (!inside) {
      if (!INLINE.has(name)) parts.push(' ');
    } else if (name === inside.name && --inside.depth === 0) {
      if (inside.control) controls.push(inside.control.join(''));
      inside = undefined;
      parts.push(' ');
    }
  };
  readHtml(source, { open, close });
  readUpTo(source.length);
  return { text: parts.join(''), controls, styleSheets };
}

/** Markup between tags that is not text: comments, the doctype, processing instructions. */
const NO_TEXT = /<!--(?:>|->|[\s\S]*?(?:--!?>|$))|<[!?][^>]*(?:>|$)/g;
