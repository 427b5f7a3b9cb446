/** Text as such in a regular expression, as Apache (PCRE) and Caddy (RE2) read it. */
export function inExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
