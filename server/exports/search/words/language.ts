/** Frequent short words that distinguish languages in Latin script. */
const FREQUENT: Readonly<Record<string, string>> = {
  en: 'the of and to is that for with are this',
  de: 'der die und das ist nicht mit ein werden für',
  fr: 'les des est une dans pour que vous avec cette',
  es: 'los las una para que por con del esta como',
  pt: 'uma para não com que dos você são mais pelo',
  it: 'che della per una con sono questo gli nel anche',
  nl: 'het een van voor dat niet met zijn worden deze',
  sv: 'och att som för med inte det till kan denna',
  da: 'og det som til med ikke der kan denne fra',
  pl: 'się nie jest dla który oraz przez może jako tego',
  cs: 'je pro který nebo jako může při jsou být této',
  tr: 've bir bu için ile olarak daha olan gibi değil',
};

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Devanagari}/gu, 'hi'],
];

const SAMPLE_LENGTH = 4000;

/**
 * Guesses the language of a page that does not state it, by its script or its frequent words; undefined if neither is
 * conclusive.
 */
export function guessLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase();
  for (const [script, language] of SCRIPTS) {
    if ((sample.match(script)?.length ?? 0) * 10 > sample.length) return language;
  }
  const counts = new Map<string, number>();
  for (const [word] of sample.matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best: string | undefined;
  let most = 4; // fewer may be names and code
  for (const [language, words] of Object.entries(FREQUENT)) {
    const count = words.split(' ').reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
