/** A unit of the site, in the list written by build/write-units.ts. */
export type ListedUnit = Readonly<{
  /** Number of its text file, in base 36. `position` is its place in that file. */
  file: string;
  position: number;
  titleWords: number;
  language: string;
  isMinor: boolean;
  /** Number of the first unit of its page. */
  page: number;
}>;

/** @param first number of the segment's first unit */
export function readUnits(
  [width, records]: readonly [number, string, string],
  first: number,
  languages: readonly string[],
): ListedUnit[] {
  const units: ListedUnit[] = [];
  for (let at = 0; at < records.length; at += width + 4) {
    const digit = (place: number): number => records.charCodeAt(at + width + place) - 48;
    const flags = digit(3);
    const isContinued = (flags & 2) !== 0;
    units.push({
      file: Number.parseInt(records.slice(at, at + width), 36).toString(36),
      position: digit(0),
      titleWords: digit(1),
      language: languages[digit(2)] ?? '',
      isMinor: (flags & 1) !== 0,
      page: isContinued ? (units[units.length - 1]?.page ?? 0) : first + units.length,
    });
  }
  return units;
}
