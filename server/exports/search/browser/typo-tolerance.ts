/**
 * How many letters have to be added, taken away, changed or swapped with their neighbour to make one word of the other
 * (optimal string alignment), as long as it is not more than `max`.
 *
 * How many a word may have is decided by `similar` in terms.ts, and when mistakes are looked for in find.ts.
 * @param isBeginning compares `word` with whatever beginning of `other` is nearest
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
