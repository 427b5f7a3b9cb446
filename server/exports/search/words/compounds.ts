/** How a language joins words: the letters that may link two parts, and the minimum length of a part. */
type Joining = Readonly<{ links: readonly string[]; partMin: number }>;

const SCANDINAVIAN = { links: ['', 's', 'e'], partMin: 4 };

const JOINING: Readonly<Record<string, Joining>> = {
  da: SCANDINAVIAN,
  de: { links: ['', 's', 'es', 'n', 'en', 'er', 'e'], partMin: 4 },
  fi: { links: ['', 'n'], partMin: 4 },
  hu: { links: [''], partMin: 4 },
  is: { links: ['', 's', 'a', 'ar'], partMin: 4 },
  nb: SCANDINAVIAN,
  nl: { links: ['', 's', 'en', 'e'], partMin: 4 },
  nn: SCANDINAVIAN,
  no: SCANDINAVIAN,
  sv: { links: ['', 's'], partMin: 4 },
};

/** Chinese, Japanese and others: `データベース` contains `ベース`. */
const UNSPACED: Joining = { links: [''], partMin: 2 };

/** A longer "word" is a path or a digest. */
const COMPOUND_MAX = 60;

/** Returns how a language joins words; undefined if it writes compounds as separate words. */
export function joiningOf(language: string, isUnspaced: boolean): Joining | undefined {
  return isUnspaced ? UNSPACED : JOINING[language];
}

/**
 * Returns the words that make up a compound, if it is one: `datenbankverbindungen` has `datenbank` and `verbindung`.
 * Parts must be words that the site uses on their own, so no word list is needed. If its parts never occur alone, a
 * compound is still found by the search in the browser, which looks inside words if nothing else matches.
 * @param word folded
 * @param known returns what a folded word, or another form of it, is known as if the site uses it on its own
 */
export function compoundParts<Known>(
  word: string,
  joining: Joining,
  known: (part: string) => Known | undefined,
): Known[] {
  const { links, partMin } = joining;
  if (word.length < 2 * partMin || word.length > COMPOUND_MAX) return [];
  // The longest last part carries the meaning; the rest may be a compound itself.
  for (let cut = partMin; cut <= word.length - partMin; cut++) {
    const tail = known(word.slice(cut));
    if (tail === undefined) continue;
    for (const link of links) {
      const head = word.slice(0, cut - link.length);
      if (head.length < partMin || head + link !== word.slice(0, cut)) continue;
      const whole = known(head);
      const parts = whole === undefined ? compoundParts(head, joining, known) : [whole];
      if (parts.length > 0) return [...parts, tail];
    }
  }
  return [];
}
