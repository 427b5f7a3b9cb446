/** A text without a character at its end, however often it stands there. `/x+$/` tries each of them again from each on. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
