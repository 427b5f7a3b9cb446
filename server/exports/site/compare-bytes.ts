/** Orders text as its UTF-8 bytes would be ordered. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return isPlain(a) && isPlain(b) ? (a < b ? -1 : 1) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Whether text is printable ASCII: it has as many bytes as characters, in the same order. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
