import { hashOfPlace } from './learned-effects.ts';
import type { Taken, TakenPage } from './take-page.ts';

/**
 * Tracks whether pages can be reached within one document, as if a reader followed a link: whether such a page equals
 * the one loaded from its address. Pages that differ only in the fragment (`#/guide`, `#/setup`) are grouped by
 * document; others, which the site's router shows (history.pushState), by layout.
 */
export type LearnedRoutes = Readonly<{
  /**
   * Returns the step from the page shown in a tab to another; undefined if that must be loaded.
   * @param layout layout of the target page as the origin sends it; undefined if unknown
   * @param isTouched whether a control was or will be pressed in the document: such pages are proven separately
   */
  between: (shown: string, url: string, layout: string | undefined, isTouched: boolean) => Step | undefined;
  /** Whether pages of a layout may be reached as by a link, as far as is known. */
  mayFollow: (url: string, layout: string | undefined) => boolean;
  /** Records a loaded page, to compare others in the same document or layout with it. */
  loaded: (url: string, layout: string | undefined, page: TakenPage) => void;
  /** Returns some of the first pages loaded from the same document or layout as `url`. */
  loadedLike: (url: string, layout: string | undefined) => readonly LoadedPage[];
  /**
   * Pages that were reached although loading shows something else, or too few could be compared; each is reported once.
   */
  stale: () => string[];
}>;

export type LoadedPage = Readonly<{ url: string; page: TakenPage }>;

export type Step = Readonly<{
  /** How the tab gets there. */
  by: 'fragment' | 'link';
  /**
   * Whether enough pages agree, or are being compared, to accept this one as reached. If one of them finally differs,
   * this one becomes stale.
   */
  isProved: () => boolean;
  /** Whether to load the page afterwards nevertheless, to compare it. */
  isToBeChecked: () => boolean;
  /** Records that the page was accepted as reached. */
  followed: () => void;
  /**
   * Loads the page and compares it with the one reached.
   * @param reached undefined if navigation showed nothing new, or anything unusual
   * @throws what `load` throws
   */
  compare: (reached: Taken | undefined, load: () => Promise<Taken>) => Promise<Taken>;
  /** Whether reaching this page can prove anything: each page is compared only once. */
  isNew: () => boolean;
  /**
   * Navigates to a page that was loaded earlier and compares the two.
   * @throws what `follow` throws
   */
  prove: (follow: () => Promise<Taken | undefined>, loaded: TakenPage) => Promise<void>;
}>;

/** Number of pages that must agree before others are accepted as reached. */
const PROOFS = 3;
/**
 * After that, one page in this many is still loaded to compare it; the rate falls to the maximum as more pages agree.
 */
const PROOF_EVERY = 16;
const PROOF_EVERY_MAX = 64;
/** Number of loaded pages kept per document or layout for comparison, and their maximum size. */
const LOADED_MAX = PROOFS + 1;
const LOADED_BYTES_MAX = 1 << 20;
/** Number of failures after which navigation is no longer tried, unless successes outnumber them. */
const MISSES_MAX = 5;

function proofEvery({ proofs }: Tally): number {
  return Math.min(PROOF_EVERY_MAX, PROOF_EVERY * 2 ** Math.floor(Math.log2(proofs / PROOFS)));
}

type Tally = { proofs: number; misses: number };
/** `comparing`: number of pages being compared; `compared`: these and the pages compared before. */
type Group = Tally & { comparing: number; differs: boolean; compared: Set<string>; reached: Set<string> };

export function openLearnedRoutes(): LearnedRoutes {
  const groups = new Map<string, Group>();
  /** For all layouts together, because a site without a router has none in any layout. */
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
      // Copied, because readers may transfer the buffer.
      if (pages.length < LOADED_MAX && !pages.some((known) => known.url === url))
        pages.push({ url, page: { ...page, html: Buffer.from(page.html) } });
    },
    loadedLike: (url, layout) => loadedPages.get(kindOf(url, layout) ?? '') ?? [],
    stale: () => {
      for (const { proofs, comparing, reached } of groups.values()) {
        // Comparisons failed, so there are too few proofs.
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

/** Whether the fragment is a route to a page. Other fragments name a place within one. */
function isRoute(url: string): boolean {
  return /#!?\//.test(url);
}

/** Returns the name of the group of pages that may be reached from each other; undefined if unknown. */
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

/** Compares everything except the requests and console errors of loading the page. */
function isSame(reached: Taken, loaded: Taken): boolean {
  if (reached.outcome !== 'rendered' || loaded.outcome !== 'rendered') return false;
  const facts = ({ html, assets, consoleErrors, ...rest }: TakenPage): string => JSON.stringify(rest);
  return reached.html.equals(loaded.html) && facts(reached) === facts(loaded);
}
