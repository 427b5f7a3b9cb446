/** A bare host name in lower case (RFC 1123 §2.1); undefined when the text is none. */
export function domainName(text: string): string | undefined {
  const bare = text.toLowerCase();
  return /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    bare,
  )
    ? bare
    : undefined;
}

/** What to say when a text is no domain. */
export function notADomain(text: string): string {
  return `"${text}" is not a host name. Use just the name (for example, docs.example.com), without a protocol, port or path.`;
}
