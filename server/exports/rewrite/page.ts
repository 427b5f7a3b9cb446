import { escapeUTF8 } from 'entities';
import type { Feature } from '../features/feature-policy.ts';
import type { Recogniser, Vendor } from '../features/vendor-widgets.ts';
import { type ByteText, decodePart, readByteText, toBytes } from '../parse/charset.ts';
import { charsetOf } from '../parse/content-type.ts';
import { type CssReference, type CustomPropertyUse, customPropertyUses } from '../parse/css.ts';
import { rewriteImportMap } from '../parse/import-map.ts';
import { addressLiterals } from '../parse/likely-addresses.ts';
import { parseRefresh } from '../parse/meta-refresh.ts';
import {
  isWithinPage,
  nestedDocument,
  type PageScan,
  type Reference,
  type Span,
  scanPage,
  styleEncoding,
  styleUrl,
} from '../parse/page.ts';
import { formatSrcset, parseSrcset } from '../parse/srcset.ts';
import { documentFile } from '../playground/document-script.ts';
import type { Locate } from '../site/locator.ts';
import { absoluteUrl, looksLikeRoute, relativeUrl } from '../site/site.ts';
import { baseEdits, decodeFragment, folderOf, keepsBase } from './base.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { NOTHING, rewriteCss } from './css.ts';
import { EMBEDDED_MAX_BYTES, EMBEDDED_TOTAL_MAX_BYTES, embedded, TRACK_MAX_BYTES } from './data-urls.ts';
import { refusal } from './file-protocol.ts';
import { type Links, type Problem, type Resolved, resolveReference } from './links.ts';
import { publicAddress } from './public-address.ts';
import { type Edit, removal, splice } from './splice.ts';
import { resolveStyleUrl } from './style-url.ts';
import { inlinedSymbol } from './symbols.ts';

/** A part of the page that belongs to a vendor's service. */
export type FeatureNote = Readonly<{ vendor: string; feature: Feature; what: string; kept: boolean }>;

export type RewrittenPage = Readonly<{
  text: string;
  problems: readonly Problem[];
  features: readonly FeatureNote[];
}>;

export type PageContext = Readonly<{
  /** Where the page is in the site, and its file in the bundle. */
  url: string;
  file: string;
  links: Links;
  /** Resolves references against a base in the links' site (locator.ts). */
  locateFrom: (base: string) => Locate;
  recogniser: Recogniser;
  /** The bundle has a search: the page opens it. */
  hasSearch: boolean;
  /** A browser has made it: it has no scripts of the site, and gets the bundle's runtime. */
  isSnapshot: boolean;
  /** Places that scripts of a page with an API playground fetch, and the bundle carries as scripts. */
  documents: readonly string[];
  xml: boolean;
  /** Set for a document in a `srcdoc` attribute: the base URL of the page around it, whose policy it inherits. */
  outerBase?: string;
}>;

/**
 * Makes a page work from its place in the bundle: links lead to files, what cannot be had offline goes, a content
 * security policy forbids the rest to call out. Bytes that need no change stay. Pure.
 * @param scan of the page with the markers of the recogniser, where it is known
 */
export function rewritePage(
  page: ByteText,
  context: PageContext,
  scan: PageScan = scanPage(page, { xml: context.xml, markers: context.recogniser.markers }),
): RewrittenPage {
  const { links, recogniser, xml } = context;
  const budget = { leftBytes: EMBEDDED_TOTAL_MAX_BYTES };
  const pageUrl = context.outerBase ?? absoluteUrl(links.site.origin, context.url);
  const base = scan.base === undefined ? pageUrl : (URL.parse(scan.base, pageUrl)?.href ?? pageUrl);
  const keptBase = keepsBase(scan, context) ? folderOf(base, context) : undefined;
  // What relative addresses of the page are relative to.
  const file = keptBase ?? context.file;
  const edits: Edit[] = baseEdits(page, scan, keptBase, context);
  const symbols = new Map<string, string>();
  const ownUses = styleUses(page, scan);
  const problems = new Map<string, Problem>();
  const features = new Map<string, FeatureNote>();
  const keptVendors = new Set<Vendor>();
  let hasPlayground = context.documents.length > 0;

  const meet = (vendor: Vendor, what: string): boolean => {
    const kept = recogniser.keeps(vendor.feature);
    if (kept) keptVendors.add(vendor);
    features.set(`${vendor.id} ${what}`, { vendor: vendor.id, feature: vendor.feature, what, kept });
    return kept;
  };

  for (const script of scan.scripts) {
    const vendor = recogniser.byScript(script, page.text, base);
    if (!vendor) continue;
    if (meet(vendor, script.src === undefined ? 'inline script' : `script ${script.src}`)) {
      hasPlayground ||= vendor.callsApi;
    } else edits.push({ ...script.span, text: '' });
  }
  for (const mark of scan.marked) {
    const vendor = recogniser.vendor(mark.id);
    if (!vendor) continue;
    if (meet(vendor, 'element')) hasPlayground ||= vendor.callsApi;
    else edits.push({ ...mark.span, text: '' });
  }
  for (const span of scan.unwanted) edits.push(removal(page.text, span));

  const locate = context.locateFrom(base);
  const contextOf = ({ element, role }: Reference) => ({
    locate,
    file,
    element,
    loads: role !== 'link' && role !== 'choice',
    expected: (external: URL): boolean => {
      const vendor = recogniser.byUrl(external);
      return vendor !== undefined && !vendor.callsApi && meet(vendor, `${element} ${external.href}`);
    },
  });

  const noted = (resolved: Resolved): Resolved => {
    if ('problem' in resolved && resolved.problem) {
      problems.set(`${resolved.problem.kind} ${resolved.problem.url}`, resolved.problem);
    }
    return resolved;
  };
  /** Scripts take the address of a file for a path of their own disk (Redoc): they get one that the bundle answers. */
  const carried = ({ role }: Reference, url: string): Resolved | undefined => {
    if (role !== 'guess' || context.isSnapshot || context.documents.length === 0) return undefined;
    const place = locate(url, true);
    const isCarried = place.kind === 'internal' && context.documents.includes(place.path);
    return isCarried ? { kind: 'replace', url: documentAddress(place.path, links) } : undefined;
  };
  const resolve = (reference: Reference, url: string, css?: CssReference): Resolved => {
    const document = carried(reference, url);
    if (document) return document;
    const resolved = resolveUse(reference, url, css);
    const isLikely = reference.role === 'choice' || reference.role === 'guess';
    if (!isLikely) return noted(resolved);
    // It may be something else than a place after all: what leads to no file stays as it is.
    if (resolved.kind !== 'replace') return { kind: 'keep' };
    if (resolved.problem?.kind === 'file-protocol') return noted(resolved);
    return resolved.problem && reference.syntax !== 'script' ? { kind: 'keep' } : resolved;
  };

  const resolveUse = (reference: Reference, url: string, css: CssReference | undefined): Resolved => {
    const own = contextOf(reference);
    const plain = (address: string, from = file, locator = locate): Resolved =>
      resolveReference(links, address, { ...own, file: from, locate: locator });
    if (css) {
      const { locateFrom, url: place } = context;
      const property = css.property || (reference.attribute === 'style' ? '' : reference.attribute);
      const style = { links, locateFrom, locate, place, file, ownUses, budget, resolve: plain };
      return resolveStyleUrl(url, { ...css, property }, style);
    }
    const resolved = plain(url);
    if (reference.element === 'use') return inlined(reference, url, resolved);
    if (reference.element !== 'track') return resolved;
    return embedded('track', url, resolved, { links, locate, budget, maxBytes: TRACK_MAX_BYTES });
  };

  /** A symbol of another file comes into the page, before the first element that shows it. */
  const inlined = (reference: Reference, url: string, resolved: Resolved): Resolved => {
    if (resolved.kind !== 'replace' || resolved.url.startsWith('#')) return resolved;
    const place = locate(url, true);
    if (place.kind !== 'internal') return resolved;
    const content = links.content?.(place.path);
    if (!content) return resolved;
    const key = `${place.path}#${place.fragment}`;
    // A shadow tree sees the ids of its own alone.
    const known = page.text.includes('<template') ? undefined : symbols.get(key);
    if (known !== undefined) return { kind: 'replace', url: `#${known}` };
    const refused = (why: string): Resolved => {
      const reason = refusal('use', key, why);
      return { ...resolved, problem: { kind: 'file-protocol', url: key, element: 'use', reason } };
    };
    if (content.sizeBytes > SPRITE_MAX_BYTES) return refused('the file is too large to read');
    const svg = readByteText(content.read(), charsetOf(content.contentType));
    const symbol = inlinedSymbol(svg, decodeFragment(place.fragment), `offprint-${symbols.size + 1}-`);
    if (!symbol) return refused('the file has no such element');
    if (symbol.markup.length > Math.min(EMBEDDED_MAX_BYTES, budget.leftBytes)) {
      return refused('it is too large to embed in the page');
    }
    budget.leftBytes -= symbol.markup.length;
    symbols.set(key, symbol.id);
    const at = page.text.slice(0, reference.span.start).lastIndexOf('<');
    edits.push({ start: at, end: at, text: `<defs data-offprint="">${symbol.markup}</defs>` });
    return { kind: 'replace', url: `#${symbol.id}` };
  };

  const rewriteNested = (document: ByteText): string => {
    const nested = rewritePage(document, { ...context, file, xml: false, outerBase: base });
    for (const problem of nested.problems) problems.set(`${problem.kind} ${problem.url}`, problem);
    for (const note of nested.features) features.set(`${note.vendor} ${note.what}`, note);
    return nested.text;
  };

  for (const reference of scan.references) {
    if (reference.role === 'mention' || reference.role === 'address') {
      const address = publicAddress(links, reference.value.trim(), base);
      if (address !== undefined) edits.push(attributeEdit(reference, address));
      continue;
    }
    if (isWithinPage(reference, scan.base !== undefined) && !looksLikeRoute(reference.value)) continue;
    const edit = editFor(reference, page, (url, css) => resolve(reference, url, css), rewriteNested);
    if (edit) edits.push(edit);
  }

  if (page.transcoded) for (const meta of scan.charsetMetas) edits.push({ ...meta, text: '' });
  if (context.outerBase === undefined && (!xml || scan.hasHead)) {
    const at = scan.insertAt;
    const isBelowBase = keptBase !== undefined && (scan.baseAt?.tag.start ?? at) < at;
    const own = isBelowBase ? { ...context, file } : context;
    edits.push({ start: at, end: at, text: headOf(page, scan, keptVendors, hasPlayground, own) });
  }
  return {
    text: splice(page.text, edits),
    problems: [...problems.values()],
    features: [...features.values()],
  };
}

function editFor(
  reference: Reference,
  page: ByteText,
  resolve: (url: string, css?: CssReference) => Resolved,
  rewriteNested: (document: ByteText) => string,
): Edit | undefined {
  switch (reference.syntax) {
    case 'url': {
      const resolved = resolve(reference.value.trim());
      if (resolved.kind === 'keep') return undefined;
      if (resolved.kind === 'remove') return removed(reference, page.text);
      return resolved.url === reference.value ? undefined : attributeEdit(reference, resolved.url);
    }
    case 'refresh': {
      const parsed = parseRefresh(reference.value);
      if (!parsed) return undefined;
      const resolved = resolve(parsed.url);
      if (resolved.kind === 'keep') return undefined;
      if (resolved.kind === 'remove') return removed(reference, page.text);
      return attributeEdit(reference, parsed.before + resolved.url + parsed.after);
    }
    case 'srcset': {
      const before = parseSrcset(reference.value);
      const after = before.flatMap((candidate) => {
        const resolved = resolve(candidate.url);
        if (resolved.kind === 'remove') return [];
        return [resolved.kind === 'keep' ? candidate : { ...candidate, url: resolved.url }];
      });
      if (after.length === 0) return removal(page.text, reference.span);
      if (
        after.length === before.length &&
        after.every((candidate, index) => candidate.url === before[index]?.url)
      ) {
        return undefined;
      }
      return attributeEdit(reference, formatSrcset(after));
    }
    case 'css': {
      const resolveStyle = (url: string, css: CssReference): string | undefined => {
        const resolved = resolve(styleUrl(reference, url, page.encoding), css);
        if (resolved.kind === 'keep') return undefined;
        return resolved.kind === 'remove' ? NOTHING : resolved.url;
      };
      const css = rewriteCss(reference.value, resolveStyle, styleEncoding(reference, page.encoding));
      if (css === reference.value) return undefined;
      // A style element's text is a byte string already; an attribute's value has been decoded.
      return reference.attribute === '' ? { ...reference.span, text: css } : attributeEdit(reference, css);
    }
    case 'script': {
      const literals = addressLiterals(reference.value).flatMap(({ start, end, value }) => {
        const resolved = resolve(value);
        return resolved.kind === 'replace' ? [{ start, end, text: resolved.url.replaceAll("'", '%27') }] : [];
      });
      const script = splice(reference.value, literals);
      return script === reference.value ? undefined : attributeEdit(reference, script);
    }
    case 'importmap': {
      let isChanged = false;
      const text = rewriteImportMap(decodePart(reference.value, page.encoding), (address) => {
        const resolved = resolve(address);
        if (resolved.kind !== 'replace' || resolved.url === address) return undefined;
        isChanged = true;
        return /^(?:\.{0,2}\/|[a-z]+:)/.test(resolved.url) ? resolved.url : `./${resolved.url}`;
      });
      return isChanged ? { ...reference.span, text: escapedScript(text) } : undefined;
    }
    case 'document': {
      const nested = nestedDocument(reference);
      const text = rewriteNested(nested);
      if (text === nested.text) return undefined;
      return attributeEdit(reference, toBytes(text).toString('utf8'));
    }
  }
}

/** The whole attribute anew: quotes chosen by us, characters beyond ASCII as references, so any charset carries them. */
function attributeEdit(reference: Reference, value: string): Edit {
  const ascii = PLAIN.test(value) ? value : escaped(value);
  return { start: reference.span.start, end: reference.span.end, text: `${reference.attribute}="${ascii}"` };
}

/** JSON in a script, in any charset. */
function escapedScript(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Larger files of symbols are not read for each page. */
const SPRITE_MAX_BYTES = 2 * 2 ** 20;

/** Custom properties that a page uses in its own styles. */
function styleUses({ text }: ByteText, { references }: PageScan): readonly CustomPropertyUse[] {
  if (!text.includes('var(')) return [];
  return references.flatMap(({ syntax, value }) => (syntax === 'css' ? customPropertyUses(value) : []));
}

const PLAIN = /^[\w\-./~#]*$/;

function escaped(value: string): string {
  return escapeUTF8(value).replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * The page without a reference. What readers see stays: a link keeps its look and leads nowhere, an image shows as
 * broken (as it does at the source) without a request.
 */
function removed(reference: Reference, text: string): Edit {
  if (reference.removable) return { ...reference.removable, text: '' };
  if (reference.dependent) return withDependent(reference.span, reference.dependent, text);
  if (reference.attribute === 'href' && (reference.element === 'a' || reference.element === 'area')) {
    return { ...reference.span, text: 'href="javascript:void(0)" aria-disabled="true"' };
  }
  if (reference.element === 'img' && reference.attribute === 'src')
    return { ...reference.span, text: `src="${NOTHING}"` };
  return removal(text, reference.span);
}

/** Both attributes of an element go, and what stands between them stays. */
function withDependent(one: Span, other: Span, text: string): Edit {
  const [first, last] = one.start < other.start ? [one, other] : [other, one];
  const { start } = removal(text, first);
  const between = text.slice(first.end, removal(text, last).start);
  return { start, end: last.end, text: between };
}

function headOf(
  page: ByteText,
  scan: PageScan,
  kept: ReadonlySet<Vendor>,
  hasPlayground: boolean,
  context: PageContext,
): string {
  // XML says its charset elsewhere.
  const charset =
    context.xml || (scan.declaresCharset && !page.transcoded)
      ? ''
      : `<meta charset="${page.encoding.toLowerCase()}" data-offprint=""/>`;
  // Without scripts of the site, nothing in the page would call anything.
  const policy = hasPlayground && !context.isSnapshot ? playgroundOf(kept, context) : policyOf(kept);
  // Only scripts draw what the rules hide.
  const hiding =
    scan.scripts.length > 0 && context.recogniser.hidingRules !== ''
      ? `<link rel="stylesheet" href="${relativeUrl(context.file, HIDING_FILE)}" data-offprint=""/>`
      : '';
  // Before the site's own scripts: whoever listens first decides what a key or a click does.
  const opener = context.isSnapshot
    ? runtimeOf(page, context)
    : context.hasSearch
      ? `<script src="${relativeUrl(context.file, SEARCH_OPENER_FILE)}" data-offprint=""></script>`
      : '';
  return charset + policy + hiding + opener;
}

/** Whom the page may call. A playground's own services (validators, proxies) are not among them. */
function hostsOf(kept: ReadonlySet<Vendor>): string[] {
  return [...kept].filter((vendor) => !vendor.callsApi).flatMap((vendor) => vendor.hosts);
}

function policyOf(kept: ReadonlySet<Vendor>): string {
  const policy = contentSecurityPolicy(hostsOf(kept));
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" data-offprint=""/>`;
}

/** What an operator may add, the script that makes the policy of it, and the documents that the page will fetch. */
function playgroundOf(kept: ReadonlySet<Vendor>, context: PageContext): string {
  const { file } = context;
  const hosts = hostsOf(kept);
  const exempt = hosts.length > 0 ? ` data-hosts="${hosts.join(' ')}"` : '';
  const documents = documentsOf(context);
  const policy = contentSecurityPolicy(hosts, documents !== '');
  const origin = documents === '' ? '' : ` data-origin="${originOf(context.links)}"`;
  const isKept = context.recogniser.keeps('playground');
  const operator = isKept
    ? `<script src="${relativeUrl(file, OPERATOR_FILE)}" data-offprint=""></script>`
    : '';
  const calls = isKept ? '' : ' data-calls="none"';
  return `${operator}<script src="${relativeUrl(file, PLAYGROUND_FILE)}" data-policy="${policy}"${exempt}${origin}${calls} data-offprint=""></script>${documents}`;
}

/** Where the site is published, or as whose pages they were acquired where that is not known. */
function originOf({ publicOrigin, site }: Links): string {
  return publicOrigin ?? new URL(site.origin).origin;
}

/** Whole addresses of asset hosts are places of their own. */
function documentAddress(place: string, links: Links): string {
  return place.startsWith('/') ? originOf(links) + place : place;
}

/** A script for each document, with the file that it stands for and the places at which the page asks for it. */
function documentsOf({ file, documents, links }: PageContext): string {
  const places = Map.groupBy(documents, (place) => {
    const target = links.target(place);
    return target?.kind === 'file' ? target.path : undefined;
  });
  let scripts = '';
  for (const [path, names] of places) {
    if (path === undefined) continue;
    const document = `data-file="${escaped(relativeUrl(file, path))}" data-places="${escaped(names.join(' '))}"`;
    scripts += `<script src="${relativeUrl(file, documentFile(path))}" ${document} data-offprint=""></script>`;
  }
  return scripts;
}

/** The bundle's runtime, which opens the search too; and what hides closed panels, or shows them where no script runs. */
function runtimeOf({ text }: ByteText, { file, hasSearch }: PageContext): string {
  const search = hasSearch
    ? ` data-search="${relativeUrl(file, SEARCH_OPENER_FILE).replace(/[^/]*$/, '')}"`
    : '';
  const script = `<script src="${relativeUrl(file, RUNTIME_FILE)}"${search} data-offprint=""></script>`;
  if (!text.includes('data-offprint="states"')) return script;
  return `${script}<style data-offprint="">${HIDDEN}</style><noscript data-offprint=""><style>${UNHIDDEN}</style></noscript>`;
}

const HIDDEN = '[data-offprint-at][hidden]{display:none!important}';
const UNHIDDEN =
  '[data-offprint-panel][data-offprint-at]{display:block!important;visibility:visible!important;opacity:1!important;height:auto!important;max-height:none!important}';

/** The bundle's own runtime (runtime/). */
export const RUNTIME_FILE = 'offprint-runtime.js';

/** What an operator may add to a bundle: that of bundles/own-files.ts, which rewriting, pure as it is, does not import. */
const OPERATOR_FILE = 'offprint-site.js';

/** The first script of pages with an API playground (playground/). */
export const PLAYGROUND_FILE = 'offprint-playground.js';

/** The style sheet that hides controls of features that are off (see Recogniser.hidingRules). */
export const HIDING_FILE = 'offprint-features.css';

/** The script by which readers open the bundle's own search (search/). */
const SEARCH_OPENER_FILE = 'offprint-search/opener.js';
