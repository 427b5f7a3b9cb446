import { haveCommonPrefix } from './approximate-prefix.ts';
import { bitReader } from './bits.ts';
import { editDistance } from './typo-tolerance.ts';

/** A word of the site that matches a sought one: its number, and how well it matches, from 0 to 1. */
export type Match = Readonly<{ form: number; quality: number }>;

/** The words of a terms file. */
export type Terms = Readonly<{
  textOf: (form: number) => string;
  /** The word itself. */
  exact: (word: string) => Match[];
  /**
   * Its other forms. Also works for a word that is not in the file, if it consists of a known stem and a known ending.
   */
  inflected: (word: string) => Match[];
  /** Words that begin with it. */
  beginning: (word: string) => Match[];
  /**
   * Words that differ by one or two typing mistakes. If the word may be incomplete, also longer words that begin with
   * such a variant.
   */
  similar: (word: string, isBeginning: boolean) => Match[];
  /** Words with a similar beginning. */
  akin: (word: string) => Match[];
  /** Words that contain it, but not at their beginning. */
  within: (word: string) => Match[];
  /** The longest word that it begins with. */
  longestStart: (word: string) => string;
  /** The units that contain a word, each with its level (build/levels.ts): unit, level, unit, level, … */
  postings: (form: number) => readonly number[];
}>;

/** Maximum number of matches. With more, nobody could tell which one is meant. */
const MATCHES_MAX = 200;

/** Reads what build/terms-file.ts writes. */
export function readTerms(
  [levels, dictionary, written]: readonly [string, string, string],
  unitCount: number,
): Terms {
  const forms: string[] = [];
  const stems: string[] = [];
  const numbers = new Map<string, number>();
  const byStem = new Map<string, number[]>();
  const endings = new Set<string>();
  let stem = '';
  for (const [, shared = '', rest = '', list = ''] of dictionary.matchAll(/([A-Z])([^A-Z,]*)([^A-Z]*)/g)) {
    stem = stem.slice(0, shared.charCodeAt(0) - 65) + rest;
    const members: number[] = [];
    for (const coded of list === '' ? [''] : list.slice(1).split(',')) {
      const ending = coded.replace(/^\*+/, '');
      const form = stem.slice(0, stem.length + ending.length - coded.length) + ending;
      members.push(forms.length);
      numbers.set(form, forms.length);
      forms.push(form);
      stems.push(stem);
      endings.add(ending);
    }
    byStem.set(stem, members);
  }

  /** Returns words with a quality above 0, best first. */
  const matching = (qualityOf: (form: string) => number): Match[] => {
    const matches: Match[] = [];
    forms.forEach((text, form) => {
      const quality = qualityOf(text);
      if (quality > 0) matches.push({ form, quality });
    });
    return matches.sort((a, b) => b.quality - a.quality).slice(0, MATCHES_MAX);
  };
  const ofStem = (word: string, quality: number): Match[] =>
    (byStem.get(word) ?? []).map((form) => ({ form, quality }));

  const reader = bitReader(written);
  /** Start of each list read so far. Lists have no fixed length. */
  const starts = [0];
  const readList = (): number[] => {
    const count = reader.gamma();
    const typical = Math.floor((unitCount * 11) / (count * 16));
    const low = typical > 0 ? 31 - Math.clz32(typical) : 0;
    const list: number[] = [];
    for (let index = 0, unit = -1; index < count; index++) {
      unit += 1 + ((reader.unary() << low) | reader.bits(low));
      list.push(unit, Number(levels[reader.unary()]));
    }
    return list;
  };

  return {
    textOf: (form) => forms[form] as string,
    exact(word) {
      const form = numbers.get(word);
      return form === undefined ? [] : [{ form, quality: 1 }];
    },
    inflected(word) {
      const form = numbers.get(word);
      if (form !== undefined)
        return ofStem(stems[form] as string, 0.6).filter((match) => match.form !== form);
      for (let cut = word.length; cut >= 3; cut--) {
        const others = ofStem(word.slice(0, cut), 0.8);
        if (others.length > 0 && endings.has(word.slice(cut))) return others;
      }
      return [];
    },
    beginning: (word) =>
      matching((form) =>
        form !== word && form.startsWith(word) ? 0.4 + 0.5 * (word.length / form.length) : 0,
      ),
    similar(word, isBeginning) {
      // Number of typos tolerated: in a short word they would make a different one.
      const max = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
      if (max === 0) return [];
      return matching((form) => {
        const whole = editDistance(word, form, max, false);
        const distance = whole > max && isBeginning ? editDistance(word, form, max, true) : whole;
        if (distance > max) return 0;
        return (0.7 - 0.2 * distance - (form[0] === word[0] ? 0 : 0.1)) * (whole > max ? 0.5 : 1);
      });
    },
    akin: (word) => matching((form) => (haveCommonPrefix(word, form) ? 0.4 : 0)),
    within: (word) =>
      word.length < 4
        ? []
        : matching((form) => (form.indexOf(word) > 0 ? 0.3 + 0.4 * (word.length / form.length) : 0)),
    longestStart(word) {
      let length = word.length;
      while (length > 0 && !numbers.has(word.slice(0, length))) length--;
      return word.slice(0, length);
    },
    postings(form) {
      for (let next = starts.length; next <= form; next++) {
        reader.at = starts[next - 1] as number;
        readList();
        starts.push(reader.at);
      }
      reader.at = starts[form] as number;
      return readList();
    },
  };
}
