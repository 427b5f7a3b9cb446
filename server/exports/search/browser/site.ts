import { readTerms, type Terms } from './terms.ts';
import { type ListedUnit, readUnits } from './units.ts';

/** Returns the content of a data file (build/build-index.ts). Rejects if the file cannot be read. */
export type Load = (name: string) => Promise<unknown>;

/** Index of the site. Each file is read once, when it is needed. */
export type Site = Readonly<{
  /** All units, segment by segment, and the words too common to distinguish them. */
  list: () => Promise<UnitList>;
  /** The words of a shard, one entry per segment, with the number of the segment's first unit. */
  words: (shard: number) => Promise<readonly Readonly<{ terms: Terms; first: number }>[]>;
  text: (file: string) => Promise<unknown>;
}>;

type Start = Readonly<{ segments: number; languages: readonly string[] }>;

export type UnitList = Readonly<{ units: readonly ListedUnit[]; commonWords: ReadonlySet<string> }>;

type Segment = Readonly<{ units: readonly ListedUnit[]; commonWords: readonly string[] }>;

export function openSite(load: Load): Site {
  const kept = new Map<string, Promise<unknown>>();
  const once = <Value>(name: string, make: () => Promise<Value>): Promise<Value> => {
    const value = (kept.get(name) ?? make()) as Promise<Value>;
    kept.set(name, value);
    value.catch(() => kept.delete(name)); // the next attempt may succeed
    return value;
  };
  const segments = (): Promise<Segment[]> =>
    once('segments', async () => {
      const start = (await load('start')) as Start;
      const numbers = Array.from({ length: start.segments }, (_, number) => number);
      const lists = await Promise.all(numbers.map((number) => load(`units-${number}`)));
      let first = 0;
      return lists.map((list) => {
        const file = list as [number, string, string];
        const units = readUnits(file, first, start.languages);
        first += units.length;
        return { units, commonWords: file[2].split(' ') };
      });
    });
  return {
    list: () =>
      once('list', async () => {
        const all = await segments();
        return {
          units: all.flatMap((segment) => segment.units),
          commonWords: new Set(all.flatMap((segment) => segment.commonWords)),
        };
      }),
    words: (shard) =>
      once(`words ${shard}`, async () => {
        const lists = await segments();
        const files = await Promise.all(lists.map((_, number) => load(`terms-${number}-${shard}`)));
        let first = 0;
        return lists.map(({ units }, number) => {
          const terms = readTerms(files[number] as [string, string, string], units.length);
          first += units.length;
          return { terms, first: first - units.length };
        });
      }),
    text: (file) => once(`text ${file}`, () => load(`text/${file}`)),
  };
}
