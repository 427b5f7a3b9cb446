/** Removes every `character` at the end of a text in linear time: `/x+$/` would try again from each of them. */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
