import { createHash } from 'node:crypto';
import type { Effect, Taught } from './in-page/effects.ts';

/** Effects of the controls around the content, learned from the pages of a site. */
export type LearnedEffects = Readonly<{
  /** Effects known well enough that the page need not try them. Some pages still do. */
  for: (url: string) => readonly Effect[];
  /** Whether a page should try any control with a known effect. */
  triesAny: (url: string) => boolean;
  learn: (url: string, taught: Taught) => void;
  /** Pages that skipped a control for which a later page has shown another effect; each is reported once. */
  stale: () => string[];
}>;

/** Number of pages that must agree before others skip a control. */
const PROOFS = 3;
/** After that, one page in eight still tries the control, and fewer as more pages agree. */
const PROOF_EVERY = 8;
const EFFECTS_MAX = 500;

type Entry = { effect: Effect; proofs: number; spared: Set<string> };

/**
 * Whether a page with this hash still tries a known control. Pages that try well-proven controls are a subset of those
 * that try less proven ones.
 */
function isTried(hash: number, { proofs }: Entry): boolean {
  return hash % (PROOF_EVERY * 2 ** Math.floor(Math.log2(proofs / PROOFS))) === 0;
}

/** Returns a hash of an address without its host and port, so the same pages are checked wherever a site is served. */
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
