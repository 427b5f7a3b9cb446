/**
 * Whether requesting a site path would log out: `/logout`, `?action=logout`; not `/guide/logout.html`, which is a
 * page about it.
 */
export function endsSession(url: string): boolean {
  return /\/(log|sign)-?(out|off)(\.(action|do|php|aspx?|jsp))?\/?(\?|$)|[?&][\w-]*=(log|sign)-?(out|off)(&|$)/i.test(
    url,
  );
}
