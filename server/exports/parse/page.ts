import { decodeHTMLAttribute, decodeXML } from 'entities';
import type { ByteText } from './charset.ts';
import { decodePart } from './charset.ts';
import { cssReferences } from './css.ts';
import { type Attribute, readHtml, type Tag } from './html.ts';
import { parseRefresh } from './refresh.ts';
import { parseSrcset } from './srcset.ts';

export type Span = Readonly<{ start: number; end: number }>;

/**
 * What a reference is for: `link` is followed by a reader, `frame` shows another document in the page,
 * `asset` is loaded with the page, a `mention` names a file for others (previews) and is never rewritten.
 */
export type Role = 'link' | 'frame' | 'asset' | 'mention';

/** A place in a page that points somewhere. Offsets count bytes (see charset.ts). */
export type Reference = Readonly<{
  element: string;
  attribute: string;
  role: Role;
  /** How the value is written: one URL, a srcset list, CSS, a refresh instruction or a whole document. */
  syntax: 'url' | 'srcset' | 'css' | 'refresh' | 'document';
  /** The value with entities and charset decoded. */
  value: string;
  /** The attribute (or the text of a style element): replaced as a whole when the reference changes. */
  span: Span;
  /** Present on references that are worth nothing without their target: the element to remove then. */
  removable?: Span;
}>;

/** A script element; `content` is the text between its tags. */
export type Script = Readonly<{ span: Span; content: Span; src: string | undefined; type: string }>;

/** An element recognised by a marker, from its start tag to behind its end tag. */
export type Marked = Readonly<{ id: string; span: Span }>;

export type PageScan = Readonly<{
  references: readonly Reference[];
  scripts: readonly Script[];
  marked: readonly Marked[];
  /** Parts that a bundle never carries: content security policies, `base`, hints to connect, integrity attributes. */
  unwanted: readonly Span[];
  base: string | undefined;
  title: string;
  /** Pages of one layout load the same scripts and styles and have the same landmarks. */
  layout: string;
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
  const landmarks: string[] = [];
  const openMarks: { id: string; element: string; start: number; depth: number }[] = [];
  const decodeEntities = options.xml ? decodeXML : decodeHTMLAttribute;
  let base: string | undefined;
  let title = '';
  let titleStart = -1;
  let refresh: PageScan['refresh'];
  let headEnd = -1;
  let htmlEnd = -1;
  let firstLoad = Number.POSITIVE_INFINITY;
  let pending: { tag: Tag; src: string | undefined } | undefined;

  const decoded = (attribute: Attribute): string => {
    const raw = decodePart(text.slice(attribute.valueStart, attribute.valueEnd), encoding);
    return raw.includes('&') ? decodeEntities(raw) : raw;
  };
  const read = (tag: Tag, name: string): string | undefined => {
    const attribute = tag.attributes.find((candidate) => candidate.name === name);
    return attribute && decoded(attribute);
  };
  const add = (
    tag: Tag,
    attribute: Attribute,
    role: Role,
    syntax: Reference['syntax'],
    removable?: Span,
  ): void => {
    references.push({
      element: tag.name,
      attribute: attribute.name,
      role,
      syntax,
      value: decoded(attribute),
      span: attribute,
      ...(removable && { removable }),
    });
  };

  const openMeta = (tag: Tag): void => {
    const directive = read(tag, 'http-equiv')?.toLowerCase();
    const property = (read(tag, 'property') ?? read(tag, 'name'))?.toLowerCase();
    const content = tag.attributes.find((attribute) => attribute.name === 'content');
    if (read(tag, 'charset') !== undefined || directive === 'content-type') charsetMetas.push(tag);
    else if (directive?.startsWith('content-security-policy')) unwanted.push(tag);
    else if (directive === 'refresh' && content) {
      const parsed = parseRefresh(decoded(content));
      if (parsed) {
        refresh ??= { url: parsed.url, delaySeconds: parsed.delaySeconds };
        add(tag, content, 'link', 'refresh', tag);
      }
    } else if (content && property && PREVIEW_IMAGES.has(property)) add(tag, content, 'mention', 'url');
  };

  const openLink = (tag: Tag, href: Attribute): void => {
    const relations = (read(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.some((relation) => CONNECTION_HINTS.has(relation))) unwanted.push(tag);
    else if (relations.includes('canonical'))
      return; // stays the public URL, whatever becomes of the page
    else if (relations.some((relation) => LOADING_RELATIONS.has(relation))) {
      firstLoad = Math.min(firstLoad, tag.start);
      add(tag, href, 'asset', 'url', tag);
      const imageSet = tag.attributes.find((attribute) => attribute.name === 'imagesrcset');
      if (imageSet) add(tag, imageSet, 'asset', 'srcset');
      if (relations.includes('stylesheet')) landmarks.push(`css ${fileName(decoded(href))}`);
    } else add(tag, href, 'link', 'url', tag);
  };

  const openAttributes = (tag: Tag): void => {
    const roles = ROLES.get(tag.name);
    for (const attribute of tag.attributes) {
      const { name } = attribute;
      if (name === 'style') {
        if (attribute.valueEnd > attribute.valueStart) add(tag, attribute, 'asset', 'css');
      } else if (name === 'integrity' || name === 'crossorigin' || name === 'ping') unwanted.push(attribute);
      else if (name === 'background' && BACKGROUND_ELEMENTS.has(tag.name))
        add(tag, attribute, 'asset', 'url');
      else if (roles) {
        const role = roles[name];
        if (role === undefined) continue;
        if (attribute.valueEnd === attribute.valueStart) continue;
        if (name === 'srcset') add(tag, attribute, role, 'srcset');
        else if (name === 'srcdoc') add(tag, attribute, role, 'document');
        else add(tag, attribute, role, 'url');
      }
    }
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
    if (options.markers?.elements.has(name)) {
      const id = options.markers.match(name, (attribute) => read(tag, attribute));
      if (id !== undefined) {
        if (VOID_ELEMENTS.has(name) || tag.selfClosing) marked.push({ id, span: tag });
        else openMarks.push({ id, element: name, start: tag.start, depth: 1 });
      }
    }
    if (LANDMARKS.has(name)) landmarks.push(name === 'body' ? `body ${read(tag, 'class') ?? ''}` : name);
    switch (name) {
      case 'html':
        htmlEnd = tag.end;
        for (const attribute of tag.attributes) if (attribute.name === 'manifest') unwanted.push(attribute);
        break;
      case 'head':
        if (headEnd < 0) headEnd = tag.end;
        break;
      case 'title':
        if (title === '' && titleStart < 0) titleStart = tag.end;
        break;
      case 'base':
        base ??= read(tag, 'href');
        unwanted.push(tag);
        return;
      case 'meta':
        openMeta(tag);
        return;
      case 'link': {
        const href = tag.attributes.find((attribute) => attribute.name === 'href');
        if (href) openLink(tag, href);
        for (const attribute of tag.attributes) {
          if (attribute.name === 'integrity' || attribute.name === 'crossorigin') unwanted.push(attribute);
        }
        return;
      }
      case 'script':
        firstLoad = Math.min(firstLoad, tag.start);
        pending = { tag, src: read(tag, 'src') ?? (options.xml ? read(tag, 'href') : undefined) };
        if (pending.src !== undefined) landmarks.push(`js ${fileName(pending.src)}`);
        break;
      case 'style':
        firstLoad = Math.min(firstLoad, tag.start);
        if (!tag.selfClosing) pending = { tag, src: undefined };
        break;
      default:
    }
    openAttributes(tag);
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
          span: content,
        });
      }
    }
    if (name === 'title' && titleStart >= 0 && title === '') {
      title = decodeEntities(decodePart(text.slice(titleStart, start), encoding))
        .replace(/\s+/g, ' ')
        .trim();
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
    scripts.push({ span, content, src, type: (read(tag, 'type') ?? '').toLowerCase() });
    const last = references.at(-1);
    if (src !== undefined && last?.element === 'script' && last.span.start >= tag.start) {
      references[references.length - 1] = { ...last, removable: span };
    }
  };

  readHtml(text, { open, close }, options.xml);

  const early = charsetMetas.find((meta) => meta.end <= Math.min(firstLoad, 1024));
  return {
    references,
    scripts,
    marked,
    unwanted,
    base,
    title,
    layout: [...new Set(landmarks)].sort().join('\n'),
    insertAt: early?.end ?? firstPositive(headEnd, htmlEnd, prologueEnd(text)),
    hasHead: headEnd > 0,
    declaresCharset: early !== undefined,
    charsetMetas,
    refresh,
    anchors,
  };
}

/** Every URL that a reference holds, as it stands there: the caller resolves them. */
export function urlsOf(reference: Reference, encoding: string): string[] {
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
      return cssReferences(reference.value).map((found) => styleUrl(reference, found.value, encoding));
    case 'document': {
      const nested = scanPage({ text: reference.value, encoding: 'UTF-8', transcoded: false });
      return nested.references.flatMap((inner) => urlsOf(inner, 'UTF-8'));
    }
  }
}

/** A URL of a style element is still bytes of the page (an attribute's value has been decoded). */
export function styleUrl(reference: Reference, url: string, encoding: string): string {
  return reference.attribute === '' ? decodePart(url, encoding) : url;
}

/** Which attributes of which elements point somewhere, and for what (WHATWG HTML, "Attributes"; SVG 2). */
const ROLES: ReadonlyMap<string, Readonly<Record<string, Role>>> = new Map<string, Record<string, Role>>([
  ['a', { href: 'link', 'xlink:href': 'link' }],
  ['area', { href: 'link' }],
  ['img', { src: 'asset', srcset: 'asset', longdesc: 'link' }],
  ['source', { src: 'asset', srcset: 'asset' }],
  ['video', { src: 'asset', poster: 'asset' }],
  ['audio', { src: 'asset' }],
  ['track', { src: 'asset' }],
  ['iframe', { src: 'frame', srcdoc: 'frame' }],
  ['frame', { src: 'frame' }],
  ['object', { data: 'frame' }],
  ['embed', { src: 'frame' }],
  ['script', { src: 'asset', href: 'asset', 'xlink:href': 'asset' }],
  ['input', { src: 'asset', formaction: 'link' }],
  ['button', { formaction: 'link' }],
  ['form', { action: 'link' }],
  ['use', { href: 'asset', 'xlink:href': 'asset' }],
  ['image', { href: 'asset', 'xlink:href': 'asset' }],
  ['feImage', { href: 'asset', 'xlink:href': 'asset' }],
  ['feimage', { href: 'asset', 'xlink:href': 'asset' }],
]);

const BACKGROUND_ELEMENTS = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const LOADING_RELATIONS = new Set([
  'stylesheet',
  'icon',
  'shortcut',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'apple-touch-startup-image',
  'mask-icon',
  'fluid-icon',
  'manifest',
  'preload',
  'modulepreload',
  'prefetch',
]);
const CONNECTION_HINTS = new Set(['preconnect', 'dns-prefetch', 'prerender']);
const PREVIEW_IMAGES = new Set([
  'og:image',
  'og:image:url',
  'og:image:secure_url',
  'og:video',
  'og:audio',
  'twitter:image',
  'twitter:image:src',
  'msapplication-tileimage',
]);
const LANDMARKS = new Set([
  'body',
  'main',
  'nav',
  'aside',
  'header',
  'footer',
  'article',
  'form',
  'frameset',
]);
const VOID_ELEMENTS = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

function fileName(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
}

function firstPositive(...offsets: number[]): number {
  return offsets.find((offset) => offset > 0) ?? 0;
}

/** The offset behind a byte order mark, white space, comments and the document type. */
function prologueEnd(text: string): number {
  const prologue =
    /^(?:\u00ef\u00bb\u00bf)?(?:\s+|<!--(?:>|->|[\s\S]*?--!?>)|<!doctype[^>]*>|<\?[\s\S]*?>)*/i.exec(text);
  return prologue?.[0].length ?? 0;
}
