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

/** A part of the page that uses a vendor's service. */
export type FeatureNote = Readonly<{ vendor: string; feature: Feature; what: string; kept: boolean }>;

export type RewrittenPage = Readonly<{
  text: string;
  problems: readonly Problem[];
  features: readonly FeatureNote[];
}>;

export type PageContext = Readonly<{
  /** The page's URL in the site, and its file in the bundle. */
  url: string;
  file: string;
  links: Links;
  /** Returns a function that resolves references against a base in the links' site (locator.ts). */
  locateFrom: (base: string) => Locate;
  recogniser: Recogniser;
  /** The bundle has a search, which the page can open. */
  hasSearch: boolean;
  /** Rendered by a browser: the page has none of the site's scripts and gets the bundle's runtime. */
  isSnapshot: boolean;
  /** Site paths that scripts of a page with an API playground fetch; the bundle contains them as scripts. */
  documents: readonly string[];
  xml: boolean;
  /** Set for a document in a `srcdoc` attribute: the base URL of the surrounding page, whose policy it inherits. */
  outerBase?: string;
}>;

/**
 * Rewrites a page to work at its place in the bundle: links point to files, references that cannot work offline are
 * removed, and a content security policy forbids all other requests. Unaffected bytes are preserved. Pure function.
 * @param scan of the page with the markers of the recogniser, if already available
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
  // Relative URLs in the page are resolved against this.
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
  /**
   * Scripts mistake a file address for a path on their own disk (Redoc), so they get an address that the bundle
   * answers.
   */
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
    // It may not be an address after all, so leave it unchanged if it refers to no file.
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

  /** Copies a symbol from another file into the page, before the first element that shows it. */
  const inlined = (reference: Reference, url: string, resolved: Resolved): Resolved => {
    if (resolved.kind !== 'replace' || resolved.url.startsWith('#')) return resolved;
    const place = locate(url, true);
    if (place.kind !== 'internal') return resolved;
    const content = links.content?.(place.path);
    if (!content) return resolved;
    const key = `${place.path}#${place.fragment}`;
    // A shadow tree only sees its own ids.
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
      // A style element's text is already a byte string; an attribute's value has been decoded.
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

/**
 * Replaces a whole attribute: with double quotes, and with non-ASCII characters as references, so any charset works.
 */
function attributeEdit(reference: Reference, value: string): Edit {
  const ascii = PLAIN.test(value) ? value : escaped(value);
  return { start: reference.span.start, end: reference.span.end, text: `${reference.attribute}="${ascii}"` };
}

/** Escapes JSON in a script for use in any charset. */
function escapedScript(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Larger symbol files are not read, because they would be read again for each page. */
const SPRITE_MAX_BYTES = 2 * 2 ** 20;

/** Returns the custom properties used in a page's own styles. */
function styleUses({ text }: ByteText, { references }: PageScan): readonly CustomPropertyUse[] {
  if (!text.includes('var(')) return [];
  return references.flatMap(({ syntax, value }) => (syntax === 'css' ? customPropertyUses(value) : []));
}

const PLAIN = /^[\w\-./~#]*$/;

function escaped(value: string): string {
  return escapeUTF8(value).replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Removes a reference, but keeps what readers see: a link keeps its look without a target, and an image shows as broken
 * (as at the source) without a request.
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

/** Removes two attributes of an element, but keeps the text between them. */
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
  // XML declares its charset elsewhere.
  const charset =
    context.xml || (scan.declaresCharset && !page.transcoded)
      ? ''
      : `<meta charset="${page.encoding.toLowerCase()}" data-offprint=""/>`;
  // Without the site's scripts, nothing in the page makes requests.
  const policy = hasPlayground && !context.isSnapshot ? playgroundOf(kept, context) : policyOf(kept);
  // Only scripts render what the rules hide.
  const hiding =
    scan.scripts.length > 0 && context.recogniser.hidingRules !== ''
      ? `<link rel="stylesheet" href="${relativeUrl(context.file, HIDING_FILE)}" data-offprint=""/>`
      : '';
  // Before the site's own scripts: the first listener decides what a key or a click does.
  const opener = context.isSnapshot
    ? runtimeOf(page, context)
    : context.hasSearch
      ? `<script src="${relativeUrl(context.file, SEARCH_OPENER_FILE)}" data-offprint=""></script>`
      : '';
  return charset + policy + hiding + opener;
}

/** Returns the hosts that the page may call, excluding a playground's own services (validators, proxies). */
function hostsOf(kept: ReadonlySet<Vendor>): string[] {
  return [...kept].filter((vendor) => !vendor.callsApi).flatMap((vendor) => vendor.hosts);
}

function policyOf(kept: ReadonlySet<Vendor>): string {
  const policy = contentSecurityPolicy(hostsOf(kept));
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" data-offprint=""/>`;
}

/** Returns the operator's optional script, the script that sets the policy, and the documents that the page fetches. */
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

/** Returns the site's public origin or, if unknown, the origin that it was acquired from. */
function originOf({ publicOrigin, site }: Links): string {
  return publicOrigin ?? new URL(site.origin).origin;
}

/** Returns the address of a document; places on asset hosts are already full addresses. */
function documentAddress(place: string, links: Links): string {
  return place.startsWith('/') ? originOf(links) + place : place;
}

/** Returns a script for each document, with its file and the site paths under which the page requests it. */
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

/**
 * Returns the bundle's runtime, which also opens the search; and styles that hide closed panels, or show them if
 * scripts are disabled.
 */
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

/**
 * A file that an operator may add to a bundle. Duplicated from bundles/own-files.ts, which this pure module does not
 * import.
 */
const OPERATOR_FILE = 'offprint-site.js';

/** First script of pages with an API playground (playground/). */
export const PLAYGROUND_FILE = 'offprint-playground.js';

/** Style sheet that hides controls of disabled features (see Recogniser.hidingRules). */
export const HIDING_FILE = 'offprint-features.css';

/** Script that opens the bundle's own search (search/). */
const SEARCH_OPENER_FILE = 'offprint-search/opener.js';
