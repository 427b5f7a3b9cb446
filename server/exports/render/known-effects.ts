import { createHash } from 'node:crypto';
import type { Effect, Taught } from './in-page/effects.ts';

/** What the pages of a site have taught about the controls around their content. */
export type KnownEffects = Readonly<{
  /** What is known well enough for a page not to try it. Some pages try everything all the same. */
  for: (url: string) => readonly Effect[];
  learn: (url: string, taught: Taught) => void;
  /** Pages that were spared a control of which another page has shown later that it does something else; each once. */
  doubtful: () => string[];
}>;

/** So many pages have to agree before others are spared, */
const PROOFS = 3;
/** and one page in so many goes on trying. */
const PROOF_EVERY = 8;
const EFFECTS_MAX = 500;

type Entry = { effect: Effect; proofs: number; spared: Set<string> };

export function openKnownEffects(): KnownEffects {
  const entries = new Map<string, Entry | 'differs'>();
  let doubtful = new Set<string>();

  const differs = (name: string): void => {
    const entry = entries.get(name);
    if (typeof entry === 'object') for (const url of entry.spared) doubtful.add(url);
    entries.set(name, 'differs');
  };
  return {
    for: (url) => {
      if (createHash('sha256').update(url).digest().readUInt32BE() % PROOF_EVERY === 0) return [];
      return [...entries.values()].flatMap((entry) =>
        typeof entry === 'object' && entry.proofs >= PROOFS ? [entry.effect] : [],
      );
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
        else doubtful.add(url);
      }
    },
    doubtful: () => {
      const urls = [...doubtful];
      doubtful = new Set();
      return urls;
    },
  };
}
