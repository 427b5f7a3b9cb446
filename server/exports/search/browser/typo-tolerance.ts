/**
 * Returns how many letters must be inserted, deleted, changed or swapped with their neighbour to turn one word into the
 * other (optimal string alignment); more than `max` if the distance is greater than that.
 *
 * `similar` in terms.ts decides how many are tolerated, and find.ts when to look for mistakes.
 * @param isBeginning compares `word` with the nearest prefix of `other`
 */
export function editDistance(word: string, other: string, max: number, isBeginning: boolean): number {
  const length = isBeginning ? Math.min(other.length, word.length + max) : other.length;
  if (length < word.length - max || length > word.length + max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= length; column++) {
      const same = word[row - 1] === other[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        word[row - 1] === other[column - 2] &&
        word[row - 2] === other[column - 1]
      ) {
        cost = Math.min(cost, at(before, column - 2) + 1);
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    before = last;
    last = current;
  }
  return isBeginning ? Math.min(...last) : at(last, length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
