/** Maximum size of a tool result. */
const MAX_RESULT_BYTES = 16 * 1024;

/** Truncates a text, at a line end if possible, and notes how much is shown. */
export function clip(text: string, hint: string, maxBytes = MAX_RESULT_BYTES): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const head = bytes
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  const end = head.lastIndexOf('\n');
  const kept = end > maxBytes / 2 ? head.slice(0, end) : head;
  return `${kept}\n[Cut here: ${Buffer.byteLength(kept)} of ${bytes.length} bytes are shown. ${hint}]`;
}
