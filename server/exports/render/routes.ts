import type { PageFacts } from './page-facts.ts';

/** Target of a link: a page of the site and an anchor in it. */
export type Route = Readonly<{
  /** Absolute URL; it has a fragment only if that is a route (`#/guide/start`). */
  page: string;
  /** Empty if the link targets the page as a whole. */
  anchor: string;
}>;

/**
 * Parses a link as the router of a client-rendered site would.
 *
 * `#/guide/start` and `#!/guide/start` are separate pages, `#/` is the document itself, and any other fragment is an
 * anchor. In a route, `?id=install` is an anchor too (docsify); in an address without one it is part of the address,
 * unless `idIsAnchor` is set (see anchorsByQuery).
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
 * Whether a page proves that its site writes anchors as `?id=…` (docsify): it links to itself that way and has these
 * anchors.
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
