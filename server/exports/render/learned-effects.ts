import { createHash } from 'node:crypto';
import type { Effect, Taught } from './in-page/effects.ts';

/** What the pages of a site have taught about the controls around their content. */
export type LearnedEffects = Readonly<{
  /** What is known well enough for a page not to try it. Some pages do all the same. */
  for: (url: string) => readonly Effect[];
  /** Whether a page is to try something that is known. */
  triesAny: (url: string) => boolean;
  learn: (url: string, taught: Taught) => void;
  /** Pages that were spared a control of which another page has shown later that it does something else; each once. */
  stale: () => string[];
}>;

/** So many pages have to agree before others are spared. */
const PROOFS = 3;
/** One page in eight goes on trying, and the more have agreed the fewer. */
const PROOF_EVERY = 8;
const EFFECTS_MAX = 500;

type Entry = { effect: Effect; proofs: number; spared: Set<string> };

/**
 * Whether a page with this hash goes on trying what is known: the pages that try what has many proofs are among those
 * that try what has few.
 */
function isTried(hash: number, { proofs }: Entry): boolean {
  return hash % (PROOF_EVERY * 2 ** Math.floor(Math.log2(proofs / PROOFS))) === 0;
}

/** Of an address without its host and port: the same pages are proved wherever a site is served. */
export function hashOfPlace(url: string): number {
  const { pathname, search, hash } = new URL(url);
  return createHash('sha256')
    .update(pathname + search + hash)
    .digest()
    .readUInt32BE();
}

export function openLearnedEffects(): LearnedEffects {
  const entries = new Map<string, Entry | 'differs'>();
  let stale = new Set<string>();

  const known = (): Entry[] =>
    [...entries.values()].filter((entry): entry is Entry => entry !== 'differs' && entry.proofs >= PROOFS);
  const differs = (name: string): void => {
    const entry = entries.get(name);
    if (typeof entry === 'object') for (const url of entry.spared) stale.add(url);
    entries.set(name, 'differs');
  };
  return {
    for: (url) => {
      const hash = hashOfPlace(url);
      return known().flatMap((entry) => (isTried(hash, entry) ? [] : [entry.effect]));
    },
    triesAny: (url) => {
      const hash = hashOfPlace(url);
      return known().some((entry) => isTried(hash, entry));
    },
    learn: (url, { pressed, spared }) => {
      for (const [name, effect] of pressed) {
        const entry = entries.get(name);
        if (entry === 'differs' || (!entry && entries.size >= EFFECTS_MAX)) continue;
        if (!effect || (entry && JSON.stringify(entry.effect) !== JSON.stringify(effect))) differs(name);
        else if (entry) entry.proofs++;
        else entries.set(name, { effect, proofs: 1, spared: new Set() });
      }
      for (const name of spared) {
        const entry = entries.get(name);
        if (typeof entry === 'object') entry.spared.add(url);
        else stale.add(url);
      }
    },
    stale: () => {
      const urls = [...stale];
      stale = new Set();
      return urls;
    },
  };
}
