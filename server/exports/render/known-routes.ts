import { createHash } from 'node:crypto';
import type { Taken, TakenPage } from './take-page.ts';

/**
 * What is known about the documents of a site whose pages differ in the fragment only (`#/guide`, `#/setup`): whether a
 * page that is reached from another, as by a link, is the page that is loaded at its address.
 */
export type KnownRoutes = Readonly<{
  /** Whether a page is to be reached from the one that a tab shows. */
  mayFollow: (shown: string, url: string) => boolean;
  /** Whether a page that was reached from another is to be loaded all the same, to be compared. */
  isToBeProved: (url: string) => boolean;
  /** A page has been reached, and was not loaded. */
  followed: (url: string) => void;
  /** @param reached undefined where going there has shown nothing new, or something out of the ordinary */
  compare: (url: string, reached: Taken | undefined, loaded: Taken) => void;
  /** Pages that were reached in documents of which it has turned out that loading shows something else; each once. */
  doubtful: () => string[];
}>;

/** So many pages have to agree before others are not loaded, */
const PROOFS = 3;
/** and one page in so many is loaded all the same. */
const PROOF_EVERY = 16;
/** Where going there does nothing, it is not tried for ever. */
const MISSES_MAX = 5;

type Document = { proofs: number; misses: number; differs: boolean; reached: Set<string> };

export function openKnownRoutes(): KnownRoutes {
  const documents = new Map<string, Document>();
  let doubtful = new Set<string>();

  const documentOf = (url: string): Document => {
    const address = withoutFragment(url);
    const known = documents.get(address) ?? { proofs: 0, misses: 0, differs: false, reached: new Set() };
    documents.set(address, known);
    return known;
  };
  return {
    mayFollow: (shown, url) => {
      if (shown === url || withoutFragment(shown) !== withoutFragment(url) || !isRoute(url)) return false;
      const { differs, misses, proofs } = documentOf(url);
      return !differs && (misses < MISSES_MAX || misses < proofs);
    },
    isToBeProved: (url) =>
      documentOf(url).proofs < PROOFS ||
      createHash('sha256').update(url).digest().readUInt32LE() % PROOF_EVERY === 0,
    followed: (url) => {
      documentOf(url).reached.add(url);
    },
    compare: (url, reached, loaded) => {
      const document = documentOf(url);
      document.reached.delete(url);
      if (!reached) document.misses++;
      else if (isSame(reached, loaded)) document.proofs++;
      else {
        document.differs = true;
        for (const other of document.reached) doubtful.add(other);
        document.reached.clear();
      }
    },
    doubtful: () => {
      const urls = [...doubtful];
      doubtful = new Set();
      return urls;
    },
  };
}

/** A fragment that stands for a page: others lead to a place in one. */
function isRoute(url: string): boolean {
  return /#!?\//.test(url);
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
