/** `https://git.example/scm/DOCS/site.git` below `https://git.example` is `DOCS/site`. */
export function nameOnForge(repository: string, baseUrl: string): string {
  const { pathname } = new URL(repository);
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const within = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  return decodeURIComponent(within)
    .replace(/^\/+/, '')
    .replace(/^scm\//, '')
    .replace(/\.git\/?$/, '');
}
