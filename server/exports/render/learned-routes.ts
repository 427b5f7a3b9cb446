import { hashOfPlace } from './learned-effects.ts';
import type { Taken, TakenPage } from './take-page.ts';

/**
 * What is known about going from page to page in one document, as a reader does who follows a link: whether a page that
 * is reached so is the page that is loaded at its address. Pages that differ in the fragment (`#/guide`, `#/setup`) are
 * known by their document; others, which a router of the site shows (history.pushState), by their layout.
 */
export type LearnedRoutes = Readonly<{
  /**
   * The way from the page that a tab shows to another one; undefined where that is to be loaded.
   * @param layout of the page that is to be shown, as the origin sends it; undefined when it is not known
   * @param isTouched whether something was pressed in the document, or will be: those pages are proved for themselves
   */
  between: (shown: string, url: string, layout: string | undefined, isTouched: boolean) => Step | undefined;
  /** Whether pages of a layout may be reached as by a link, as far as is known. */
  mayFollow: (url: string, layout: string | undefined) => boolean;
  /** A page has been loaded: others that show the same document, or are of its layout, may be compared with it. */
  loaded: (url: string, layout: string | undefined, page: TakenPage) => void;
  /** Pages with which `url` has a document or a layout in common, as they were loaded: some of the first. */
  loadedLike: (url: string, layout: string | undefined) => readonly LoadedPage[];
  /** Pages that were reached where loading shows something else, or too few could be compared; each once. */
  stale: () => string[];
}>;

export type LoadedPage = Readonly<{ url: string; page: TakenPage }>;

export type Step = Readonly<{
  /** How a tab gets there. */
  by: 'fragment' | 'link';
  /**
   * Whether enough pages have agreed, or are being compared, for this one to be taken as it is reached. When one of those
   * does not agree in the end, this one is stale.
   */
  isProved: () => boolean;
  /** Whether it is to be loaded all the same once it has been taken, to be compared. */
  isToBeChecked: () => boolean;
  /** The page has been taken as it was reached. */
  followed: () => void;
  /**
   * Loads the page and compares what it is with what was reached.
   * @param reached undefined where going there has shown nothing new, or something out of the ordinary
   * @throws what `load` throws
   */
  compare: (reached: Taken | undefined, load: () => Promise<Taken>) => Promise<Taken>;
  /** Whether going to this page may prove anything: each is compared once. */
  isNew: () => boolean;
  /**
   * Goes to a page that has been loaded before and compares what is reached with that.
   * @throws what `follow` throws
   */
  prove: (follow: () => Promise<Taken | undefined>, loaded: TakenPage) => Promise<void>;
}>;

/** So many pages have to agree before others are taken as they are reached, */
const PROOFS = 3;
/** and one page in so many is loaded afterwards all the same; the more have agreed the fewer, down to one in so many. */
const PROOF_EVERY = 16;
const PROOF_EVERY_MAX = 64;
/** Of each document and each layout so many of the pages that are loaded are kept for that, while they are small. */
const LOADED_MAX = PROOFS + 1;
const LOADED_BYTES_MAX = 1 << 20;
/** Where going there does nothing, it is not tried for ever. */
const MISSES_MAX = 5;

function proofEvery({ proofs }: Tally): number {
  return Math.min(PROOF_EVERY_MAX, PROOF_EVERY * 2 ** Math.floor(Math.log2(proofs / PROOFS)));
}

type Tally = { proofs: number; misses: number };
/** `comparing`: how many pages are being compared; `compared`: these, and those that were. */
type Group = Tally & { comparing: number; differs: boolean; compared: Set<string>; reached: Set<string> };

export function openLearnedRoutes(): LearnedRoutes {
  const groups = new Map<string, Group>();
  /** Of all layouts together: a site without a router has none in any. */
  const links: Tally = { proofs: 0, misses: 0 };
  const loadedPages = new Map<string, LoadedPage[]>();
  let stale = new Set<string>();

  const isHopeless = ({ proofs, misses }: Tally): boolean => misses >= MISSES_MAX && misses >= proofs;
  const groupOf = (name: string): Group => {
    const group = groups.get(name) ?? {
      proofs: 0,
      misses: 0,
      comparing: 0,
      differs: false,
      compared: new Set(),
      reached: new Set(),
    };
    groups.set(name, group);
    return group;
  };
  const stepTo = (by: Step['by'], url: string, group: Group): Step | undefined => {
    const tallies = by === 'link' ? [group, links] : [group];
    if (group.differs || tallies.some(isHopeless)) return undefined;
    const learn = (reached: Taken | undefined, loaded: Taken): void => {
      const same = reached && isSame(reached, loaded);
      if (same) group.reached.delete(url);
      for (const tally of tallies) {
        if (same) tally.proofs++;
        else tally.misses++;
      }
      if (!reached || same) return;
      group.differs = true;
      for (const other of group.reached) stale.add(other);
      group.reached.clear();
    };
    return {
      by,
      isProved: () => group.proofs + group.comparing >= PROOFS && !group.differs,
      isToBeChecked: () => hashOfPlace(url) % proofEvery(group) === 0,
      followed: () => {
        group.reached.add(url);
      },
      isNew: () => !group.compared.has(url),
      prove: async (follow, loaded) => {
        group.compared.add(url);
        group.comparing++;
        try {
          learn(await follow(), loaded);
        } finally {
          group.comparing--;
        }
      },
      compare: async (reached, load) => {
        group.compared.add(url);
        if (reached) group.comparing++;
        try {
          const loaded = await load();
          learn(reached, loaded);
          return loaded;
        } finally {
          if (reached) group.comparing--;
        }
      },
    };
  };
  return {
    mayFollow: (url, layout) =>
      !isRoute(url) && layout !== undefined && stepTo('link', url, groupOf(layoutKind(layout))) !== undefined,
    between: (shown, url, layout, isTouched) => {
      if (shown === url || isRoute(shown) !== isRoute(url)) return undefined;
      const kind = kindOf(url, layout);
      const isInDocument = withoutFragment(shown) === withoutFragment(url);
      if (kind === undefined || isInDocument !== isRoute(url)) return undefined;
      if (!isRoute(url)) return stepTo('link', url, groupOf(kind));
      return stepTo('fragment', url, groupOf(`${kind}${isTouched ? ' touched' : ''}`));
    },
    loaded: (url, layout, page) => {
      const kind = kindOf(url, layout);
      if (kind === undefined || page.html.length > LOADED_BYTES_MAX) return;
      const pages = loadedPages.get(kind) ?? [];
      loadedPages.set(kind, pages);
      // Bytes are given away to whoever reads them.
      if (pages.length < LOADED_MAX && !pages.some((known) => known.url === url))
        pages.push({ url, page: { ...page, html: Buffer.from(page.html) } });
    },
    loadedLike: (url, layout) => loadedPages.get(kindOf(url, layout) ?? '') ?? [],
    stale: () => {
      for (const { proofs, comparing, reached } of groups.values()) {
        // Pages that were to be compared could not be.
        if (proofs + comparing >= PROOFS) continue;
        for (const url of reached) stale.add(url);
        reached.clear();
      }
      const urls = [...stale];
      stale = new Set();
      return urls;
    },
  };
}

/** A fragment that stands for a page: others lead to a place in one. */
function isRoute(url: string): boolean {
  return /#!?\//.test(url);
}

/** What pages have in common that may be reached from each other; undefined where nothing is known of that. */
function kindOf(url: string, layout: string | undefined): string | undefined {
  if (isRoute(url)) return withoutFragment(url);
  return layout === undefined ? undefined : layoutKind(layout);
}

function layoutKind(layout: string): string {
  return `layout ${layout}`;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** In all that a page is, but for what it took to load it. */
function isSame(reached: Taken, loaded: Taken): boolean {
  if (reached.outcome !== 'rendered' || loaded.outcome !== 'rendered') return false;
  const facts = ({ html, assets, consoleErrors, ...rest }: TakenPage): string => JSON.stringify(rest);
  return reached.html.equals(loaded.html) && facts(reached) === facts(loaded);
}
