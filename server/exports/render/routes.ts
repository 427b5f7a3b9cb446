import type { PageFacts } from './page-facts.ts';

/** A place that a page leads to: a page of the site and an anchor in it. */
export type Route = Readonly<{
  /** Absolute; with a fragment only where that is a route of its own (`#/guide/start`). */
  page: string;
  /** Empty when it leads to the page as such. */
  anchor: string;
}>;

/**
 * Takes a link apart as the router of a client-rendered site would.
 *
 * `#/guide/start` and `#!/guide/start` are pages of their own, `#/` is the document itself, any other fragment is an
 * anchor. In a route, `?id=install` is an anchor too (docsify); in an address without one it is part of the address,
 * unless `idIsAnchor` (see anchorsByQuery).
 */
export function routeOf(link: string, idIsAnchor = false): Route | undefined {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const fragment = url.hash.slice(1);
  url.hash = '';
  const route = /^!?\/(?<path>[^?]*)(?:\?(?<query>.*))?$/s.exec(fragment);
  if (route) {
    const query = new URLSearchParams(route.groups?.query);
    const anchor = query.get('id') ?? '';
    query.delete('id');
    const rest = query.size > 0 ? `?${query}` : '';
    const path = route.groups?.path ?? '';
    if (path === '' && rest === '') return { page: url.href, anchor };
    const mark = fragment.startsWith('!') ? '#!/' : '#/';
    return { page: `${url.href}${mark}${path}${rest}`, anchor };
  }
  if (idIsAnchor && fragment === '' && url.searchParams.has('id')) {
    const anchor = url.searchParams.get('id') ?? '';
    url.searchParams.delete('id');
    return { page: url.href, anchor };
  }
  return { page: url.href, anchor: decode(fragment) };
}

/**
 * Whether a page gives proof that its site writes anchors as `?id=…` (docsify): it links to itself in that way, and
 * has the anchors.
 */
export function anchorsByQuery({ url, links, anchors }: PageFacts): boolean {
  const here = routeOf(url, true)?.page;
  const named = links.flatMap((link) => {
    const route = /[?&]id=/.test(link) ? routeOf(link, true) : undefined;
    return route?.page === here && route?.anchor ? [route.anchor] : [];
  });
  return named.length > 0 && named.every((anchor) => anchors.has(anchor));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
