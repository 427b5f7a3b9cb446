/**
 * What a page of a bundle may load: files of the bundle and what it makes itself, never the network.
 * `'self'` means the same folder tree on `file://` and the same host elsewhere; scripts that a site brought may use
 * eval, as they could before. Hosts of features that the project keeps are let through.
 * @param hosts bare host names of kept vendors; their subdomains are included
 */
export function contentSecurityPolicy(hosts: readonly string[]): string {
  const own = "'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
  const kept = [...new Set(hosts)].sort().flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  if (kept.length === 0) return `default-src ${own}; connect-src 'none'`;
  return `default-src ${own} ${kept.join(' ')}; connect-src ${kept.join(' ')}`;
}
