/**
 * What a page of a bundle may load: files of the bundle and what it makes itself, never the network.
 * `'self'` means the same folder tree on `file://` and the same host elsewhere; scripts that a site brought may use
 * eval, as they could before. Hosts of features that the project keeps are let through.
 * @param hosts bare host names of kept vendors; their subdomains are included
 * @param carries whether scripts of the page are answered from memory: what `blob:` names never leaves it
 */
export function contentSecurityPolicy(hosts: readonly string[], carries = false): string {
  const own = "'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
  const kept = [...new Set(hosts)].sort().flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  const called = carries ? ['blob:', ...kept] : kept;
  return `default-src ${[own, ...kept].join(' ')}; connect-src ${called.join(' ') || "'none'"}`;
}
