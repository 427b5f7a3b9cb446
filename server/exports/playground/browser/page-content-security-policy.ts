/**
 * Adds a content security policy to the page, effective immediately (WHATWG HTML 4.2.5.3).
 * @param policy the bundle's policy, with `connect-src` last
 * @param origin an additional origin that may be called
 */
export function addPolicy(policy: string, origin: string | undefined): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = origin === undefined ? policy : `${policy.replace(/ 'none'$/, '')} ${origin}`;
  meta.dataset.offprint = '';
  document.head.append(meta);
}
