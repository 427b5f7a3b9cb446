import type { Put } from './build-index.ts';
import type { UnitRecord } from './read-pages.ts';
import type { TextPlaces } from './write-texts.ts';

/**
 * Writes the list of units of each segment, one string of records of equal length: the number of the text file in base
 * 36, then a character each for the position in it, the number of words in the title, the language and the flags (1
 * minor, 2 continued), as numbers counted from `0`. The words that are too common to distinguish units follow.
 */
export function writeUnits(
  segments: readonly (readonly UnitRecord[])[],
  { files, places }: TextPlaces,
  languages: readonly string[],
  commonWords: readonly (readonly string[])[],
  put: Put,
): void {
  const width = (files - 1).toString(36).length;
  for (const [segment, units] of segments.entries()) {
    const records = units.map(({ text, titleWords, language, isMinor, isContinued }) => {
      const place = places[text] ?? { file: 0, position: 0 };
      const flags = (isMinor ? 1 : 0) + (isContinued ? 2 : 0);
      return (
        place.file.toString(36).padStart(width, '0') +
        digit(place.position) +
        digit(Math.min(titleWords, 40)) +
        digit(languages.indexOf(language)) +
        digit(flags)
      );
    });
    put(
      `units-${segment}`,
      JSON.stringify([width, records.join(''), (commonWords[segment] ?? []).join(' ')]),
    );
  }
}

function digit(value: number): string {
  return String.fromCharCode(48 + value);
}
