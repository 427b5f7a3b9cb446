/**
 * Gives the page its content security policy, which holds from here on (WHATWG HTML 4.2.5.3).
 * @param policy that of the bundle, `connect-src` last
 * @param origin the one that may be called besides
 */
export function addPolicy(policy: string, origin: string | undefined): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = origin === undefined ? policy : `${policy.replace(/ 'none'$/, '')} ${origin}`;
  meta.dataset.offprint = '';
  document.head.append(meta);
}
