/** Escapes text for a regular expression of Apache (PCRE) or Caddy (RE2). */
export function inExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
