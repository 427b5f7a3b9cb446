/** Returns a bare host name in lower case (RFC 1123 §2.1); undefined if the text is not one. */
export function domainName(text: string): string | undefined {
  const bare = text.toLowerCase();
  return /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    bare,
  )
    ? bare
    : undefined;
}

/** Error message for a text that is not a domain. */
export function notADomain(text: string): string {
  return `"${text}" is not a host name. Use just the name (for example, docs.example.com), without a protocol, port or path.`;
}
