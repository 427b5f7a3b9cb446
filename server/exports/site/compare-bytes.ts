/** Compares strings by their UTF-8 bytes. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return isPlain(a) && isPlain(b) ? (a < b ? -1 : 1) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Whether text is printable ASCII, so that its characters sort like its bytes. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
