import { decodeHTML, decodeHTMLAttribute, decodeXML } from 'entities';
import type { ByteText } from './charset.ts';
import { declaredEncoding, decodePart } from './charset.ts';
import { cssReferences } from './css.ts';
import { type Attribute, readHtml, type Tag } from './html.ts';
import { importMapAddresses } from './import-map.ts';
import { markOf } from './layout.ts';
import { addressLiterals, likelyAddress } from './likely-addresses.ts';
import { parseRefresh } from './meta-refresh.ts';
import {
  BACKGROUND_ELEMENTS,
  CONNECTION_HINTS,
  LOADING_RELATIONS,
  METADATA_ELEMENTS,
  OWN_ADDRESSES,
  PAINT_ATTRIBUTES,
  PREVIEW_IMAGES,
  ROLES,
  VOID_ELEMENTS,
} from './reference-attributes.ts';
import { parseSrcset } from './srcset.ts';

export type Span = Readonly<{ start: number; end: number }>;

/**
 * What a reference is for: `link` is followed by a reader, `frame` shows another document in the page,
 * `asset` is loaded with the page, a `mention` names a file for others (previews) by its public address; a `choice` is
 * an option of a picker that a script sends the reader to (languages, versions), or what a handler does; a `guess` is a
 * value that looks like a file of the site; both may be something else after all. An `address` is what the page itself
 * is called in public (canonical), and nothing is followed to it.
 */
export type Role = 'link' | 'frame' | 'asset' | 'mention' | 'choice' | 'guess' | 'address';

/** A place in a page that points somewhere. Offsets count bytes (see charset.ts). */
export type Reference = Readonly<{
  element: string;
  attribute: string;
  role: Role;
  /** How the value is written: one URL, a srcset list, CSS, a refresh instruction, a whole document, a script or a map. */
  syntax: 'url' | 'srcset' | 'css' | 'refresh' | 'document' | 'script' | 'importmap';
  /** The value with entities and charset decoded. */
  value: string;
  /** Where it stands in the text, which is -1 when it does not stand there like that. */
  valueStart: number;
  /** The attribute (or the text of a style element): replaced as a whole when the reference changes. */
  span: Span;
  /** Present on references that are worth nothing without their target: the element to remove then. */
  removable?: Span;
  /** An attribute that goes when the reference does: the type of an object keeps its fallback hidden. */
  dependent?: Span;
}>;

/** A script element; `content` is the text between its tags. */
export type Script = Readonly<{ span: Span; content: Span; src: string | undefined; type: string }>;

/** An element recognised by a marker, from its start tag to behind its end tag. */
export type Marked = Readonly<{ id: string; span: Span }>;

export type PageScan = Readonly<{
  references: readonly Reference[];
  scripts: readonly Script[];
  marked: readonly Marked[];
  /** Parts that a bundle never carries: content security policies, hints to connect, integrity attributes. */
  unwanted: readonly Span[];
  base: string | undefined;
  /** Where that stands: the `base` element, and its `href`. */
  baseAt: Readonly<{ tag: Span; href: Span }> | undefined;
  title: string;
  /** What pages of one layout have in common, a line each (layout.ts). */
  layout: string;
  /** Whether anything in it may run when it is opened. */
  isScripted: boolean;
  /** Where elements of ours may go: in the head, before anything that loads. */
  insertAt: number;
  /** False for fragments and SVG files, which have no head to put anything in. */
  hasHead: boolean;
  /** Whether the page itself declares its charset early enough to be seen (WHATWG HTML 4.2.5.4). */
  declaresCharset: boolean;
  /** The declarations of charset, for pages that have been transcoded. */
  charsetMetas: readonly Span[];
  /** Set for a page that only sends the reader elsewhere. */
  refresh: Readonly<{ url: string; delaySeconds: number }> | undefined;
  /** Targets of fragments (`id`, and `name` of anchors); only when asked for. */
  anchors: readonly string[];
}>;

export type ScanOptions = Readonly<{
  xml?: boolean;
  anchors?: boolean;
  markers?: Markers;
}>;

/** Recognises elements: `match` names the marker that one of the `elements` carries, if any. */
export type Markers = Readonly<{
  elements: ReadonlySet<string>;
  match: (element: string, attribute: (name: string) => string | undefined) => string | undefined;
}>;

/** Finds everything in a page that the export has to know of or change. Pure: text in, places out. */
export function scanPage({ text, encoding }: ByteText, options: ScanOptions = {}): PageScan {
  const references: Reference[] = [];
  const scripts: Script[] = [];
  const marked: Marked[] = [];
  const unwanted: Span[] = [];
  const charsetMetas: Span[] = [];
  const anchors: string[] = [];
  const marks = new Set<string>();
  let isScripted = false;
  const openMarks: { id: string; element: string; start: number; depth: number }[] = [];
  const decodeEntities = options.xml ? decodeXML : decodeHTMLAttribute;
  let base: string | undefined;
  let baseAt: PageScan['baseAt'];
  let title = '';
  let titleStart = -1;
  let refresh: PageScan['refresh'];
  let html: Tag | undefined;
  let head: Tag | undefined;
  let svgDepth = 0;
  let choices: { tag: Tag; value: Attribute }[] | undefined;
  let sendsReader = false;
  let firstContent = Number.POSITIVE_INFINITY;
  let pending: { tag: Tag; src: string | undefined } | undefined;

  const decode = (raw: string): string => {
    const part = decodePart(raw, encoding);
    return part.includes('&') ? decodeEntities(part) : part;
  };
  const decoded = ({ valueStart, valueEnd }: Attribute): string => decode(text.slice(valueStart, valueEnd));
  const read = (tag: Tag, name: string): string | undefined => {
    const attribute = attributeOf(tag, name);
    return attribute && decoded(attribute);
  };
  const nonEmpty = (tag: Tag, name: string): Attribute | undefined => {
    const attribute = attributeOf(tag, name);
    return attribute && attribute.valueEnd > attribute.valueStart ? attribute : undefined;
  };
  const add = (
    tag: Tag,
    attribute: Attribute,
    role: Role,
    syntax: Reference['syntax'],
    removable?: Span,
  ): void => {
    const { valueStart, valueEnd } = attribute;
    const raw = text.slice(valueStart, valueEnd);
    const value = decode(raw);
    references.push({
      element: tag.name,
      attribute: attribute.name,
      role,
      syntax,
      value,
      valueStart: value === raw ? valueStart : -1,
      span: attribute,
      ...(removable && { removable }),
    });
  };

  const addObject = (tag: Tag, attribute: Attribute, role: Role): void => {
    add(tag, attribute, role, 'url');
    const type = attributeOf(tag, 'type');
    const last = references.pop();
    if (last) references.push(type ? { ...last, dependent: type } : last);
  };

  const startsScript = ({ valueStart, valueEnd }: Attribute): boolean =>
    /^\s*javascript:/i.test(text.slice(valueStart, valueEnd)) &&
    addressLiterals(decode(text.slice(valueStart, valueEnd))).length > 0;

  /** What HTML gives no address may name one all the same. */
  const openUnknown = (tag: Tag, attribute: Attribute): void => {
    const { name, valueStart, valueEnd } = attribute;
    const raw = text.slice(valueStart, valueEnd);
    if (!MAY_BE_ADDRESS.test(raw) || attribute !== attributeOf(tag, name)) return;
    const likely = likelyAddress(name, decode(raw));
    if (likely) add(tag, attribute, likely.role, likely.syntax);
  };

  const openMeta = (tag: Tag): void => {
    const directive = read(tag, 'http-equiv')?.toLowerCase();
    const property = (read(tag, 'property') ?? read(tag, 'name'))?.toLowerCase();
    const content = attributeOf(tag, 'content');
    if (read(tag, 'charset') !== undefined || directive === 'content-type') {
      if (declaredEncoding(text.slice(tag.start, tag.end)) !== undefined) charsetMetas.push(tag);
    } else if (directive?.startsWith('content-security-policy')) unwanted.push(tag);
    else if (directive === 'refresh' && content) {
      const parsed = parseRefresh(decoded(content));
      if (parsed) {
        refresh ??= { url: parsed.url, delaySeconds: parsed.delaySeconds };
        add(tag, content, 'link', 'refresh', tag);
      }
    } else if (content && property && PREVIEW_IMAGES.has(property)) add(tag, content, 'mention', 'url');
    else if (content && property && OWN_ADDRESSES.has(property)) add(tag, content, 'address', 'url');
  };

  const openLink = (tag: Tag): void => {
    const relations = (read(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
    const href = nonEmpty(tag, 'href');
    if (relations.some((relation) => CONNECTION_HINTS.has(relation))) unwanted.push(tag);
    else if (relations.includes('canonical')) {
      if (href) add(tag, href, 'address', 'url');
    } else if (relations.some((relation) => LOADING_RELATIONS.has(relation))) {
      firstContent = Math.min(firstContent, tag.start);
      if (href) add(tag, href, 'asset', 'url', tag);
      const imageSet = nonEmpty(tag, 'imagesrcset');
      if (imageSet) add(tag, imageSet, 'asset', 'srcset');
    } else if (href) add(tag, href, 'link', 'url', tag);
  };

  /** A page keeps the target that its links have in common; its address goes, or is written anew (rewrite/page.ts). */
  const openBase = (tag: Tag): void => {
    const href = attributeOf(tag, 'href');
    if (base === undefined && href) {
      base = decoded(href);
      baseAt = { tag, href };
    } else if (!attributeOf(tag, 'target')) unwanted.push(tag);
    else if (href) unwanted.push(href);
  };

  const openAttributes = (tag: Tag): void => {
    const roles = ROLES.get(tag.name);
    for (const attribute of tag.attributes) {
      const { name } = attribute;
      if (name === 'class' || name === 'id') continue; // the most frequent ones, and no address (likelyAddress)
      if (name === 'onload' || name === 'onerror') isScripted = true;
      if (name === 'style') {
        if (attribute.valueEnd > attribute.valueStart) add(tag, attribute, 'asset', 'css');
      } else if (name === 'integrity' || name === 'crossorigin' || name === 'ping') unwanted.push(attribute);
      else if (name === 'background' && BACKGROUND_ELEMENTS.has(tag.name))
        add(tag, attribute, 'asset', 'url');
      else if (PAINT_ATTRIBUTES.has(name)) {
        if (/url\(\s*["']?[^#"'\s]/i.test(text.slice(attribute.valueStart, attribute.valueEnd)))
          add(tag, attribute, 'asset', 'css');
      } else {
        const role = roles?.get(name);
        if (role === undefined) {
          openUnknown(tag, attribute);
          continue;
        }
        // Browsers take the first of several attributes of one name; the next must not come alive when that one goes.
        if (attribute !== attributeOf(tag, name)) unwanted.push(attribute);
        else if (attribute.valueEnd === attribute.valueStart && !(name === 'href' && role === 'link'))
          continue;
        else if (name === 'srcset') add(tag, attribute, role, 'srcset');
        else if (name === 'srcdoc') add(tag, attribute, role, 'document');
        else if (role === 'link' && startsScript(attribute)) add(tag, attribute, 'choice', 'script');
        else if (tag.name === 'object') addObject(tag, attribute, role);
        else add(tag, attribute, role, 'url');
      }
    }
  };

  /** @returns whether nothing is left to be read of the tag */
  const openSpecial = (tag: Tag): boolean => {
    const { name } = tag;
    switch (name) {
      case 'html':
        html ??= tag;
        for (const attribute of tag.attributes) if (attribute.name === 'manifest') unwanted.push(attribute);
        break;
      case 'head':
        head ??= tag;
        break;
      case 'svg':
        if (!tag.selfClosing) svgDepth++;
        break;
      case 'select':
        choices = [];
        sendsReader = /location|open|href|navigate/i.test(read(tag, 'onchange') ?? '');
        break;
      case 'option': {
        const value = nonEmpty(tag, 'value');
        if (value) choices?.push({ tag, value });
        break;
      }
      case 'title':
        if (title === '' && titleStart < 0 && svgDepth === 0) titleStart = tag.end;
        break;
      case 'base':
        openBase(tag);
        return true;
      case 'meta':
        openMeta(tag);
        return true;
      case 'link': {
        openLink(tag);
        for (const attribute of tag.attributes) {
          if (attribute.name === 'integrity' || attribute.name === 'crossorigin') unwanted.push(attribute);
        }
        return true;
      }
      case 'script':
        pending = { tag, src: read(tag, 'src') ?? (options.xml ? read(tag, 'href') : undefined) };
        break;
      case 'style':
        if (!tag.selfClosing) pending = { tag, src: undefined };
        break;
      default:
    }
    return false;
  };

  const open = (tag: Tag): void => {
    const { name } = tag;
    if (options.anchors) {
      for (const attribute of tag.attributes) {
        if (attribute.name === 'id' || (attribute.name === 'name' && name === 'a'))
          anchors.push(decoded(attribute));
      }
    }
    if (openMarks.length > 0) {
      for (const mark of openMarks) if (mark.element === name && !tag.selfClosing) mark.depth++;
    }
    const attribute = (wanted: string): string | undefined => read(tag, wanted);
    if (options.markers?.elements.has(name)) {
      const id = options.markers.match(name, attribute);
      if (id !== undefined) {
        if (VOID_ELEMENTS.has(name) || tag.selfClosing) marked.push({ id, span: tag });
        else openMarks.push({ id, element: name, start: tag.start, depth: 1 });
      }
    }
    if (tag.start < firstContent && !METADATA_ELEMENTS.has(name)) firstContent = tag.start;
    const mark = markOf(name, attribute);
    if (mark !== undefined) marks.add(mark);
    if (!openSpecial(tag)) openAttributes(tag);
  };

  const close = (name: string, start: number, end: number): void => {
    if (pending && pending.tag.name === name) {
      const { tag, src } = pending;
      pending = undefined;
      const content = { start: tag.end, end: start };
      if (name === 'script') closeScript(tag, content, src, end);
      else if (content.end > content.start) {
        const value = text.slice(content.start, content.end);
        references.push({
          element: 'style',
          attribute: '',
          role: 'asset',
          syntax: 'css',
          value,
          valueStart: content.start,
          span: content,
        });
      }
    }
    if (name === 'svg' && svgDepth > 0) svgDepth--;
    if (name === 'select' && choices) {
      const isChoice = isPicker(choices.map(({ value }) => decoded(value).trim()));
      for (const { tag, value } of choices) {
        if (isChoice || (sendsReader && isPicker([decoded(value).trim()]))) add(tag, value, 'choice', 'url');
      }
      choices = undefined;
    }
    if (name === 'title' && titleStart >= 0 && title === '') {
      const raw = decodePart(text.slice(titleStart, start), encoding);
      title = (options.xml ? decodeXML(raw) : decodeHTML(raw)).replace(/\s+/g, ' ').trim();
      titleStart = -1;
    }
    for (let index = openMarks.length - 1; index >= 0; index--) {
      const mark = openMarks[index];
      if (mark?.element !== name) continue;
      mark.depth--;
      if (mark.depth > 0) continue;
      marked.push({ id: mark.id, span: { start: mark.start, end } });
      openMarks.splice(index, 1);
    }
  };

  const closeScript = (tag: Tag, content: Span, src: string | undefined, end: number): void => {
    const span = { start: tag.start, end };
    const type = (read(tag, 'type') ?? '').trim().toLowerCase();
    scripts.push({ span, content, src, type });
    if (runs(type)) isScripted = true;
    if (type === 'importmap' && src === undefined) {
      const value = text.slice(content.start, content.end);
      const place = { valueStart: content.start, span: content };
      references.push({
        element: 'script',
        attribute: '',
        role: 'guess',
        syntax: 'importmap',
        value,
        ...place,
      });
    }
    const last = references.at(-1);
    if (src !== undefined && last?.element === 'script' && last.span.start >= tag.start) {
      references[references.length - 1] = { ...last, removable: span };
    }
  };

  const instruction = (start: number, end: number): void => {
    const reference = stylesheetInstruction(text.slice(start, end), start, encoding);
    if (reference) references.push(reference);
  };

  readHtml(text, { open, close, instruction }, options.xml);

  const headStart = options.xml ? (head?.end ?? 0) : headStartOf(text, html, head);
  const [declaration] = charsetMetas;
  const isSeen =
    declaration !== undefined &&
    declaration.end <= Math.min(firstContent, 1024) &&
    (head ? head.end === headStart : declaration.start === prologueEnd(text, headStart)) &&
    declaredEncoding(text.slice(declaration.start, declaration.end)) === encoding;
  const declared = xmlEncoding(text);
  if (declared) charsetMetas.push(declared);
  return {
    references,
    scripts,
    marked,
    unwanted,
    base,
    baseAt: baseAt && { tag: bare(baseAt.tag), href: bare(baseAt.href) },
    title,
    layout: [...(isScripted ? marks.add('scripted') : marks)].sort().join('\n'),
    isScripted,
    insertAt: isSeen && !options.xml ? declaration.end : headStart,
    hasHead: head !== undefined && !(options.xml && head.selfClosing),
    declaresCharset: isSeen,
    charsetMetas,
    refresh,
    anchors,
  };
}

/**
 * Whether a reference leads to a place of the page itself: a fragment, or nothing. A `base` changes that for links, not
 * for what SVG refers to.
 */
export function isWithinPage({ syntax, value, role }: Reference, hasBase: boolean): boolean {
  return syntax === 'url' && (value === '' || value.startsWith('#')) && (!hasBase || role === 'asset');
}

/**
 * Every URL that a reference holds, as it stands there: the caller resolves them.
 * @param isWanted says of which properties of CSS; absent for all
 */
export function urlsOf(
  reference: Reference,
  encoding: string,
  isWanted: (property: string) => boolean = () => true,
): string[] {
  switch (reference.syntax) {
    case 'url':
      return [reference.value.trim()];
    case 'refresh': {
      const parsed = parseRefresh(reference.value);
      return parsed ? [parsed.url] : [];
    }
    case 'srcset':
      return parseSrcset(reference.value).map((candidate) => candidate.url);
    case 'css':
      return cssReferences(reference.value, styleEncoding(reference, encoding))
        .filter(({ value, property }) => value !== '' && !value.startsWith('#') && isWanted(property))
        .map(({ value }) => styleUrl(reference, value, encoding));
    case 'script':
      return addressLiterals(reference.value).map(({ value }) => value);
    case 'importmap':
      return importMapAddresses(decodePart(reference.value, encoding));
    case 'document': {
      const nested = scanPage(nestedDocument(reference));
      return nested.references.flatMap((inner) => urlsOf(inner, 'UTF-8', isWanted));
    }
  }
}

/** The document in a `srcdoc` attribute. */
export function nestedDocument(reference: Reference): ByteText {
  const text = Buffer.from(reference.value, 'utf8').toString('latin1');
  return { text, encoding: 'UTF-8', transcoded: false };
}

/** The text of a style element is a byte string in the encoding of the page, an attribute's value has been decoded. */
export function styleEncoding(reference: Reference, encoding: string): string {
  return reference.attribute === '' ? encoding : 'UTF-8';
}

/** A URL of a style element is still bytes of the page (an attribute's value has been decoded). */
export function styleUrl(reference: Reference, url: string, encoding: string): string {
  return reference.attribute === '' ? decodePart(url, encoding) : url;
}

/** What an attribute has to hold to be looked at: most hold a word. */
const MAY_BE_ADDRESS = /[./]/;

function bare({ start, end }: Span): Span {
  return { start, end };
}

/** The first of a name: browsers take no other. */
function attributeOf({ attributes }: Tag, name: string): Attribute | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute;
  return undefined;
}

/** Whether a script of this type is one, and not data (WHATWG HTML 4.12.1). */
function runs(type: string): boolean {
  return type === '' || type === 'module' || /^(text|application)\/(x-)?(java|ecma|j|live)script/.test(type);
}

/** Whether the options of a select are places to go to: all look like it, and one of them beyond doubt. */
function isPicker(values: readonly string[]): boolean {
  const looksLike = /^(?:(?:https?:\/\/|\.{0,2}\/)\S*|[^\s:?#]+\.x?html?(?:[?#]\S*)?)$/;
  return values.every((value) => looksLike.test(value)) && values.some((value) => /[^./]/.test(value));
}

/**
 * The offset at which the head of a page begins, whether it has tags for it or not. A `head` tag that comes behind
 * content is none: browsers have begun the body by then.
 */
function headStartOf(text: string, html: Tag | undefined, head: Tag | undefined): number {
  let start = prologueEnd(text);
  if (html?.start === start) start = html.end;
  return head && head.start === prologueEnd(text, start) ? head.end : start;
}

/** The offset behind a byte order mark, white space, comments and the document type. */
function prologueEnd(text: string, from = 0): number {
  const prologue =
    /(?:\u00ef\u00bb\u00bf)?(?:[\t\n\f\r ]+|<!--(?:>|->|[\s\S]*?--!?>)|<!doctype[^>]*>|<\?[\s\S]*?>)*/iy;
  prologue.lastIndex = from;
  return from + (prologue.exec(text)?.[0].length ?? 0);
}

/** Associating Style Sheets with XML documents 1.0: `<?xml-stylesheet href="site.css"?>`. */
function stylesheetInstruction(text: string, start: number, encoding: string): Reference | undefined {
  const found = /^<\?xml-stylesheet\s[^>]*?(?<=\s)(href\s*=\s*(?:"([^"]*)"|'([^']*)'))/d.exec(text);
  const [from, to] = found?.indices?.[1] ?? [];
  if (!found || from === undefined || to === undefined) return undefined;
  return {
    element: 'xml-stylesheet',
    attribute: 'href',
    role: 'asset',
    syntax: 'url',
    value: decodeXML(decodePart(found[2] ?? found[3] ?? '', encoding)),
    valueStart: -1,
    span: { start: start + from, end: start + to },
    removable: { start, end: start + text.length },
  };
}

/** What an XML declaration says about the encoding, with the white space before it. */
function xmlEncoding(text: string): Span | undefined {
  const found = /^<\?xml\s[^>]*?(\s+encoding\s*=\s*(?:"[^"]*"|'[^']*'))/d.exec(text)?.indices?.[1];
  return found && { start: found[0], end: found[1] };
}
