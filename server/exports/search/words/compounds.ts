/** How words are joined in a language: what may stand between two parts, and how short a part may be. */
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

/** Chinese, Japanese and others: `データベース` holds `ベース`. */
const UNSPACED: Joining = { links: [''], partMin: 2 };

/** Beyond this a "word" is a path or a digest. */
const COMPOUND_MAX = 60;

/** How a language joins words, undefined for those that write compounds apart. */
export function joiningOf(language: string, isUnspaced: boolean): Joining | undefined {
  return isUnspaced ? UNSPACED : JOINING[language];
}

/**
 * The words that a compound is made of, if it is one: `datenbankverbindungen` has `datenbank` and `verbindung`. Parts
 * are words that the site uses by themselves, so no list of words is needed; a compound of parts that never stand alone
 * is found by the search in the browser, which looks inside of words when nothing else fits.
 * @param word folded
 * @param known what a folded word, or another form of it, is known as when the site uses it by itself
 */
export function compoundParts<Known>(
  word: string,
  joining: Joining,
  known: (part: string) => Known | undefined,
): Known[] {
  const { links, partMin } = joining;
  if (word.length < 2 * partMin || word.length > COMPOUND_MAX) return [];
  // The longest last part carries the meaning; what comes before it may be a compound again.
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
