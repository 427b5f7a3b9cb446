/**
 * Whether two words share a long enough prefix to be forms of the same word. Used where no list of forms is available.
 */
export function haveCommonPrefix(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared++;
  return shared >= 4 && shared >= 0.7 * shorter;
}
