/** Whether two words begin so much alike that they may be forms of one, where no list of forms tells. */
export function haveCommonPrefix(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared++;
  return shared >= 4 && shared >= 0.7 * shorter;
}
