/**
 * Returns the policy for a page of a bundle: it may load files of the bundle and data that it generates, but nothing
 * from the network. `'self'` means the same folder tree on `file://` and the same host elsewhere. The site's own
 * scripts may use eval, as before. Hosts of kept features are allowed.
 * @param hosts bare host names of kept vendors; includes their subdomains
 * @param carries whether requests of the page's scripts are answered from memory; `blob:` data never leaves the page
 */
export function contentSecurityPolicy(hosts: readonly string[], carries = false): string {
  const own = "'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
  const kept = [...new Set(hosts)].sort().flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  const called = carries ? ['blob:', ...kept] : kept;
  return `default-src ${[own, ...kept].join(' ')}; connect-src ${called.join(' ') || "'none'"}`;
}
