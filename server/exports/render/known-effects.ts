import { createHash } from 'node:crypto';
import type { Effect, Taught } from './in-page/effects.ts';

/** What the pages of a site have taught about the controls around their content. */
export type KnownEffects = Readonly<{
  /** What is known well enough for a page not to try it. Some pages do all the same. */
  for: (url: string) => readonly Effect[];
  /** Whether a page tries something that may be known. */
  isTriedOn: (url: string) => boolean;
  learn: (url: string, taught: Taught) => void;
  /** Pages that were spared a control of which another page has shown later that it does something else; each once. */
  doubtful: () => string[];
}>;

/** So many pages have to agree before others are spared. */
const PROOFS = 3;
/** One page in eight goes on trying, and the more have agreed the fewer. */
const PROOF_EVERY = 8;
const EFFECTS_MAX = 500;

type Entry = { effect: Effect; proofs: number; spared: Set<string> };

/** By the hash of its URL: the pages that try what has many proofs are among those that try what has few. */
function isTriedOn(url: string, { proofs }: Entry): boolean {
  if (proofs < PROOFS) return true;
  const hash = createHash('sha256').update(url).digest().readUInt32BE();
  return hash % (PROOF_EVERY * 2 ** Math.floor(Math.log2(proofs / PROOFS))) === 0;
}

export function openKnownEffects(): KnownEffects {
  const entries = new Map<string, Entry | 'differs'>();
  let doubtful = new Set<string>();

  const differs = (name: string): void => {
    const entry = entries.get(name);
    if (typeof entry === 'object') for (const url of entry.spared) doubtful.add(url);
    entries.set(name, 'differs');
  };
  return {
    isTriedOn: (url) =>
      [...entries.values()].some((entry) => typeof entry === 'object' && isTriedOn(url, entry)),
    for: (url) =>
      [...entries.values()].flatMap((entry) =>
        typeof entry === 'object' && !isTriedOn(url, entry) ? [entry.effect] : [],
      ),
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
