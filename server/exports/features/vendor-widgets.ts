import fs from 'node:fs';
import type { Markers, Script } from '../parse/page.ts';
import { type Feature, type FeaturePolicy, staysAnyway } from './feature-policy.ts';

/** Matches an element that a vendor's script fills or that calls the script; all given parts must match. */
type VendorElement = Readonly<{
  element: string;
  id?: string;
  class?: string;
  attribute?: string;
  /** Prefix of the attribute's value. */
  value?: string;
  /** The element contains content for readers: it reveals the vendor, but is never removed. */
  stays: boolean;
}>;

/** How to recognise the parts of a vendor's service in a page. */
export type Vendor = Readonly<{
  id: string;
  name: string;
  feature: Feature;
  /** Hosts of its scripts, styles, frames and pixels; includes subdomains. */
  hosts: readonly string[];
  /** File names of scripts that sites serve from their own host (`docsearch.min.js`). */
  files: readonly string[];
  /** Text that occurs only in this vendor's inline scripts: a global that they set or call. */
  globals: readonly string[];
  elements: readonly VendorElement[];
  /** A playground that calls the documented API, whose address an operator sets after the export. */
  callsApi: boolean;
  /** CSS selectors of controls that the vendor's script adds to the page; hidden if the feature is off. */
  hide: readonly string[];
}>;

/** One entry of vendor-widgets.json; absent fields are empty or false. */
type VendorEntry = Pick<Vendor, 'id' | 'name' | 'feature'> &
  Partial<Omit<Vendor, 'elements'>> &
  Readonly<{ elements?: readonly (Omit<VendorElement, 'stays'> & Partial<VendorElement>)[] }>;

export type Recogniser = Readonly<{
  /** Returns the vendor that a URL's host belongs to. */
  byUrl: (url: URL) => Vendor | undefined;
  /** Returns the vendor that a script belongs to, by its source or content. */
  byScript: (script: Script, text: string, base: string) => Vendor | undefined;
  /** For scanPage: recognises vendors' elements. */
  markers: Markers;
  /** CSS that hides the controls which scripts add for features that are off; empty if all are kept. */
  hidingRules: string;
  vendor: (id: string) => Vendor | undefined;
  keeps: (feature: Feature) => boolean;
}>;

/** Reads our own data file of known vendors (vendor-widgets.test.ts checks its format). */
export function readVendors(): readonly Vendor[] {
  const file = new URL('./vendor-widgets.json', import.meta.url);
  const entries = JSON.parse(fs.readFileSync(file, 'utf8')) as VendorEntry[];
  return entries.map(({ elements = [], ...entry }) => ({
    hosts: [],
    files: [],
    globals: [],
    callsApi: false,
    hide: [],
    ...entry,
    elements: elements.map((element) => ({ stays: false, ...element })),
  }));
}

/** Returns the hosts of features that are switched off: pages may request them, but must not reach them. */
export function hostsOfRemovedFeatures(vendors: readonly Vendor[], { kept }: FeaturePolicy): string[] {
  return vendors.flatMap(({ feature, hosts }) => (kept[feature] ? [] : hosts));
}

export function recogniser(vendors: readonly Vendor[], policy: FeaturePolicy): Recogniser {
  const hosts = new Map(vendors.flatMap((vendor) => vendor.hosts.map((host) => [host, vendor] as const)));
  // A playground's scripts render content for readers.
  const scripted = vendors.filter(({ callsApi, feature }) => !staysAnyway(policy, feature, callsApi));
  const files = new Map(scripted.flatMap((vendor) => vendor.files.map((file) => [file, vendor] as const)));
  const globals = scripted.flatMap((vendor) => vendor.globals.map((text) => [text, vendor] as const));
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]));
  const rulesByElement = indexRules(vendors, policy);

  const markers: Markers = {
    elements: new Set(rulesByElement.keys()),
    match: (element, attribute) => {
      const rules = rulesByElement.get(element);
      if (!rules) return undefined;
      const id = attribute('id');
      const withId = (id !== undefined && rules.byId.get(id)) || NO_RULES;
      const withClass = rules.ofClasses?.(attribute('class') ?? '') ?? NO_RULES;
      const mayBeOther = ({ rule }: RankedRule): boolean =>
        rule.attribute === undefined || attribute(rule.attribute) !== undefined;
      if (withId.length + withClass.length === 0 && !rules.others.some(mayBeOther)) return undefined;
      // The file's order decides between vendors.
      return [...rules.others, ...withId, ...withClass]
        .filter(({ rule }) => rule.id === undefined || rule.id === id)
        .filter(({ rule }) => rule.attribute === undefined || matches(attribute(rule.attribute), rule.value))
        .sort((a, b) => a.rank - b.rank)[0]?.vendor.id;
    },
  };

  const byUrl = (url: URL): Vendor | undefined => {
    for (let host = url.hostname; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
      const vendor = hosts.get(host);
      if (vendor) return vendor;
    }
    return undefined;
  };

  return {
    byUrl,
    byScript: (script, text, base) => {
      if (script.src !== undefined) {
        const url = URL.parse(script.src, base);
        if (!url) return undefined;
        const own = files.get(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
        // A vendor's own documentation may load its scripts from the vendor's host.
        return own ?? (url.origin === new URL(base).origin ? undefined : byUrl(url));
      }
      if (/json|template|importmap/.test(script.type)) return undefined;
      const content = text.slice(script.content.start, script.content.end);
      if (PAGE_DATA.test(content)) return undefined;
      return globals.find(([mark]) => content.includes(mark))?.[1];
    },
    markers,
    // One rule per selector: a selector that a browser does not support invalidates the whole list.
    hidingRules: vendors
      .filter((vendor) => !policy.kept[vendor.feature])
      .flatMap((vendor) => vendor.hide.map((selector) => `${selector}{display:none!important}\n`))
      .join(''),
    vendor: (id) => byId.get(id),
    keeps: (feature) => policy.kept[feature],
  };
}

type RankedRule = Readonly<{ vendor: Vendor; rule: Vendor['elements'][number]; rank: number }>;

/** Indexes rules by how elements are looked up, because almost no element has a candidate. */
function indexRules(vendors: readonly Vendor[], policy: FeaturePolicy) {
  const ranked = vendors
    .flatMap((vendor) => vendor.elements.map((rule) => ({ vendor, rule })))
    .filter(({ vendor, rule }) => !staysAnyway(policy, vendor.feature, rule.stays))
    .map((entry, rank): RankedRule => ({ ...entry, rank }));
  const index = new Map<string, ElementRules>();
  for (const [element, rules] of Map.groupBy(ranked, ({ rule }) => rule.element)) {
    const withClass = rules.filter(({ rule }) => rule.class !== undefined);
    const withId = rules.filter(({ rule }) => rule.class === undefined && rule.id !== undefined);
    index.set(element, {
      ofClasses:
        withClass.length > 0
          ? rulesOfClasses(Map.groupBy(withClass, ({ rule }) => rule.class ?? ''))
          : undefined,
      byId: Map.groupBy(withId, ({ rule }) => rule.id ?? ''),
      others: rules.filter(({ rule }) => rule.class === undefined && rule.id === undefined),
    });
  }
  return index;
}

type ElementRules = Readonly<{
  byId: ReadonlyMap<string, readonly RankedRule[]>;
  /** Returns the rules for any class in a class attribute; undefined if there are none. */
  ofClasses: ((value: string) => readonly RankedRule[]) | undefined;
  others: readonly RankedRule[];
}>;

const NO_RULES: readonly RankedRule[] = [];
const REMEMBERED_MAX = 10_000;

/** Caches results, because all pages of a site use the same few values. */
function rulesOfClasses(
  byClass: ReadonlyMap<string, readonly RankedRule[]>,
): (value: string) => readonly RankedRule[] {
  const remembered = new Map<string, readonly RankedRule[]>([['', NO_RULES]]);
  return (value) => {
    let rules = remembered.get(value);
    if (!rules) {
      rules = value.split(/\s+/).flatMap((name) => byClass.get(name) ?? []);
      if (remembered.size < REMEMBERED_MAX) remembered.set(value, rules);
    }
    return rules;
  };
}

/** Frameworks put a page's text into scripts as data; the names in it are only mentioned, not used. */
const PAGE_DATA =
  /^\s*\(?(?:self|window|globalThis)\.__(?:next_f|next_s|NUXT|remix|sveltekit|APOLLO|INITIAL)/;

function matches(actual: string | undefined, prefix: string | undefined): boolean {
  return actual !== undefined && (prefix === undefined || actual.startsWith(prefix));
}
