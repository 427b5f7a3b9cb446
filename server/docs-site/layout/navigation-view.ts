import type { Entry, Section } from '../model/navigation.ts';
import { allPages, pagesIn } from '../model/navigation.ts';
import type { Page } from '../model/page.ts';
import type { Place, Site } from '../model/site.ts';

/** Navigation shown around a page. */
export type NavigationView = Readonly<{
  languages: readonly Choice[];
  versions: readonly Choice[];
  products: readonly Choice[];
  tabs: readonly Choice[];
  dropdowns: readonly Choice[];
  anchors: readonly Choice[];
  /** Items of the current tab's menu. */
  items: readonly Choice[];
  entries: readonly Entry[];
  /** Language of the page. */
  language?: string | undefined;
  sections: readonly Section[];
}>;

export type Choice = Readonly<{ section: Section; href: string; isCurrent: boolean }>;

const KINDS = {
  language: 'languages',
  version: 'versions',
  product: 'products',
  tab: 'tabs',
  dropdown: 'dropdowns',
  anchor: 'anchors',
  item: 'items',
} as const;

/** Names of a section's pages in sidebar order, and the index of each. */
type Order = Readonly<{ names: readonly string[]; places: ReadonlyMap<string, number> }>;

export class Navigation {
  readonly #site: Site;
  readonly #first = new Map<Section, string | undefined>();

  constructor(site: Site) {
    this.#site = site;
  }

  view(page: Page | undefined): NavigationView {
    const place = this.#placeOf(page);
    const path = this.#descended(place.sections);
    const lists: Record<(typeof KINDS)[keyof typeof KINDS], Choice[]> = {
      languages: [],
      versions: [],
      products: [],
      tabs: [],
      dropdowns: [],
      anchors: [],
      items: [],
    };
    path.forEach((section, depth) => {
      for (const inner of section.sections) {
        if (inner.kind === 'root' || inner.hidden) continue;
        const href = inner.href ?? this.#counterpart(inner, page) ?? this.first(inner);
        if (href !== undefined)
          lists[KINDS[inner.kind]].push({ section: inner, href, isCurrent: inner === path[depth + 1] });
      }
    });
    for (const section of this.#site.globals) {
      if (section.kind === 'root' || section.hidden) continue;
      const href = section.href ?? this.first(section);
      if (href !== undefined) lists[KINDS[section.kind]].push({ section, href, isCurrent: false });
    }
    const language = path.find(({ kind }) => kind === 'language')?.label;
    return { ...lists, entries: path.flatMap(({ entries }) => entries), language, sections: path };
  }

  /** Returns the previous and next page in sidebar order, within the innermost section of the page. */
  neighbours(page: Page): { previous?: Page | undefined; next?: Page | undefined } {
    const place = this.#site.places.get(page.name);
    if (!place) return {};
    const { names, places } = this.#order(place.sections.at(-1));
    const index = places.get(page.name);
    const at = (place: number): Page | undefined => this.#site.pages.get(names[place] ?? '');
    return index === undefined ? {} : { previous: at(index - 1), next: at(index + 1) };
  }

  readonly #orders = new Map<Section, Order>();
  #order(section: Section | undefined): Order {
    if (!section) return { names: [], places: new Map() };
    let order = this.#orders.get(section);
    if (!order) {
      const names = [
        ...new Set(
          [...pagesIn(section.entries)].flatMap((entry) =>
            entry.kind === 'page' && this.#site.pages.has(entry.name) ? [entry.name] : [],
          ),
        ),
      ];
      order = { names, places: new Map(names.map((name, index) => [name, index])) };
      this.#orders.set(section, order);
    }
    return order;
  }

  /** Returns the address of a section's first page. */
  first(section: Section): string | undefined {
    if (this.#first.has(section)) return this.#first.get(section);
    let found: string | undefined;
    for (const entry of allPages(section)) {
      const page = entry.kind === 'page' ? this.#site.pages.get(entry.name) : undefined;
      if (page && page.url === undefined) {
        found = page.address;
        break;
      }
    }
    this.#first.set(section, found);
    return found;
  }

  /** Finds the same page in another language or version, if its path names the language or version. */
  #counterpart(section: Section, page: Page | undefined): string | undefined {
    if (!page || (section.kind !== 'language' && section.kind !== 'version')) return undefined;
    const parts = page.name.split('/');
    const rest = parts.slice(1).join('/');
    for (const name of [`${section.label}/${rest}`, `${section.label}/${page.name}`, rest]) {
      if (name !== page.name && this.#pagesOf(section).has(name)) return this.#site.pages.get(name)?.address;
    }
    return undefined;
  }

  readonly #members = new Map<Section, ReadonlySet<string>>();
  #pagesOf(section: Section): ReadonlySet<string> {
    let names = this.#members.get(section);
    if (!names) {
      names = new Set([...allPages(section)].flatMap((entry) => (entry.kind === 'page' ? [entry.name] : [])));
      this.#members.set(section, names);
    }
    return names;
  }

  /** Returns the place of a page. An unlisted page gets the section of the first page in the same top-level folder. */
  #placeOf(page: Page | undefined): Place {
    const own = page && this.#site.places.get(page.name);
    if (own) return own;
    const { root } = this.#site;
    const [folder = ''] = page?.name.split('/') ?? [];
    for (const [name, place] of this.#site.places)
      if (folder !== '' && name.startsWith(`${folder}/`)) return { sections: place.sections, groups: [] };
    return { sections: [root], groups: [] };
  }

  /** Descends to a section with pages, through the default section or else the first one that has pages. */
  #descended(sections: readonly Section[]): Section[] {
    const path = [...sections];
    for (let last = path.at(-1); last && last.entries.length === 0; last = path.at(-1)) {
      const next =
        last.sections.find(({ isDefault }) => isDefault) ??
        last.sections.find((one) => one.href === undefined && this.first(one) !== undefined);
      if (!next) break;
      path.push(next);
    }
    return path;
  }
}
