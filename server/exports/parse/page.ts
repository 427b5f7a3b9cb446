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
 * What a reference is for. A `link` is followed by a reader; a `frame` shows another document in the page; an `asset`
 * is loaded with the page. A `mention` names a file by its public address for others (previews). A `choice` is an
 * option of a picker from which a script navigates (languages, versions), or an address in an event handler; a `guess`
 * is a value that looks like a file of the site; either may turn out to be something else. An `address` is the page's
 * own public address (canonical); it is never followed.
 */
export type Role = 'link' | 'frame' | 'asset' | 'mention' | 'choice' | 'guess' | 'address';

/** A place in a page that refers to an address. Offsets are in bytes (see charset.ts). */
export type Reference = Readonly<{
  element: string;
  attribute: string;
  role: Role;
  /**
   * Format of the value: a URL, a srcset list, CSS, a refresh instruction, a whole document, a script or an import map.
   */
  syntax: 'url' | 'srcset' | 'css' | 'refresh' | 'document' | 'script' | 'importmap';
  /** The value with entities and charset decoded. */
  value: string;
  /** Offset of the value in the text; -1 if the text does not contain it literally. */
  valueStart: number;
  /**
   * Span of the attribute (or the text of a style element), which is replaced as a whole when the reference changes.
   */
  span: Span;
  /** The element to remove if the target is missing; present on references that are useless without it. */
  removable?: Span;
  /** An attribute to remove together with the reference: the type of an object would keep its fallback hidden. */
  dependent?: Span;
}>;

/** A script element; `content` is the text between its tags. */
export type Script = Readonly<{ span: Span; content: Span; src: string | undefined; type: string }>;

/** An element matched by a marker; the span includes its start and end tags. */
export type Marked = Readonly<{ id: string; span: Span }>;

export type PageScan = Readonly<{
  references: readonly Reference[];
  scripts: readonly Script[];
  marked: readonly Marked[];
  /** Parts that a bundle never contains: content security policies, connection hints, integrity attributes. */
  unwanted: readonly Span[];
  base: string | undefined;
  /** Spans of the `base` element and its `href`. */
  baseAt: Readonly<{ tag: Span; href: Span }> | undefined;
  title: string;
  /** Layout key, one mark per line, equal for pages of the same layout (layout.ts). */
  layout: string;
  /** Whether opening the page may run a script. */
  isScripted: boolean;
  /** Offset for inserting our elements: in the head, before anything that loads. */
  insertAt: number;
  /** False for fragments and SVG files, which have no head to insert into. */
  hasHead: boolean;
  /** Whether the page declares its charset early enough to be detected (WHATWG HTML 4.2.5.4). */
  declaresCharset: boolean;
  /** Charset declarations, needed for pages that have been transcoded. */
  charsetMetas: readonly Span[];
  /** Set for pages with a refresh to another address. */
  refresh: Readonly<{ url: string; delaySeconds: number }> | undefined;
  /** Possible fragment targets (`id`, and `name` of anchors); collected only on request. */
  anchors: readonly string[];
}>;

export type ScanOptions = Readonly<{
  xml?: boolean;
  anchors?: boolean;
  markers?: Markers;
}>;

/** Recognises elements: `match` returns the id of the marker that one of the `elements` matches, if any. */
export type Markers = Readonly<{
  elements: ReadonlySet<string>;
  match: (element: string, attribute: (name: string) => string | undefined) => string | undefined;
}>;

/** Finds everything in a page that the export needs to know or change. Pure function. */
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

  /** Attributes that HTML does not define as addresses may contain one too. */
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

  /** A `base` element keeps its target; its address is removed, or rewritten (rewrite/page.ts). */
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
      if (name === 'class' || name === 'id') continue; // frequent, and never an address (likelyAddress)
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
        // Browsers use the first attribute of a name. Remove duplicates, which would take effect if the first were
        // removed.
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

  /** @returns whether the tag needs no further processing */
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
 * Whether a reference points into the page itself: a fragment, or an empty URL. A `base` element changes this for
 * links, but not for references in SVG.
 */
export function isWithinPage({ syntax, value, role }: Reference, hasBase: boolean): boolean {
  return syntax === 'url' && (value === '' || value.startsWith('#')) && (!hasBase || role === 'asset');
}

/**
 * Returns every URL in a reference, unresolved.
 * @param isWanted selects CSS properties; by default, all
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

/** Returns the document in a `srcdoc` attribute. */
export function nestedDocument(reference: Reference): ByteText {
  const text = Buffer.from(reference.value, 'utf8').toString('latin1');
  return { text, encoding: 'UTF-8', transcoded: false };
}

/**
 * Returns the encoding of a reference's CSS: the text of a style element is a byte string in the page's encoding, but
 * an attribute's value has been decoded.
 */
export function styleEncoding(reference: Reference, encoding: string): string {
  return reference.attribute === '' ? encoding : 'UTF-8';
}

/** Decodes a URL of a style element from the page's bytes; an attribute's value is already decoded. */
export function styleUrl(reference: Reference, url: string, encoding: string): string {
  return reference.attribute === '' ? decodePart(url, encoding) : url;
}

/** Cheap test for values that may contain an address; most are plain words. */
const MAY_BE_ADDRESS = /[./]/;

function bare({ start, end }: Span): Span {
  return { start, end };
}

/** Returns the first attribute of a name; browsers ignore the others. */
function attributeOf({ attributes }: Tag, name: string): Attribute | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute;
  return undefined;
}

/** Whether a script of this type runs, rather than being data (WHATWG HTML 4.12.1). */
function runs(type: string): boolean {
  return type === '' || type === 'module' || /^(text|application)\/(x-)?(java|ecma|j|live)script/.test(type);
}

/**
 * Whether the options of a select are addresses: all look like addresses, and at least one is more than dots and
 * slashes.
 */
function isPicker(values: readonly string[]): boolean {
  const looksLike = /^(?:(?:https?:\/\/|\.{0,2}\/)\S*|[^\s:?#]+\.x?html?(?:[?#]\S*)?)$/;
  return values.every((value) => looksLike.test(value)) && values.some((value) => /[^./]/.test(value));
}

/**
 * Returns the offset at which a page's head begins, with or without explicit tags. Ignores a `head` tag after content,
 * because browsers have started the body by then.
 */
function headStartOf(text: string, html: Tag | undefined, head: Tag | undefined): number {
  let start = prologueEnd(text);
  if (html?.start === start) start = html.end;
  return head && head.start === prologueEnd(text, start) ? head.end : start;
}

/** Returns the offset after a byte order mark, white space, comments and the document type. */
function prologueEnd(text: string, from = 0): number {
  const prologue =
    /(?:\u00ef\u00bb\u00bf)?(?:[\t\n\f\r ]+|<!--(?:>|->|[\s\S]*?--!?>)|<!doctype[^>]*>|<\?[\s\S]*?>)*/iy;
  prologue.lastIndex = from;
  return from + (prologue.exec(text)?.[0].length ?? 0);
}

/** Parses `<?xml-stylesheet href="site.css"?>` (Associating Style Sheets with XML documents 1.0). */
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

/** Returns the span of the encoding in an XML declaration, including the white space before it. */
function xmlEncoding(text: string): Span | undefined {
  const found = /^<\?xml\s[^>]*?(\s+encoding\s*=\s*(?:"[^"]*"|'[^']*'))/d.exec(text)?.indices?.[1];
  return found && { start: found[0], end: found[1] };
}
