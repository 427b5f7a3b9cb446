import type { Page } from '../model/page.ts';
import type { Settings } from '../model/settings.ts';

/**
 * Returns a page that redirects, since static hosts may not support redirects. A redirect to another host is only a
 * link that the reader has to follow.
 */
export function redirectPage(destination: string): string {
  const address = /^(https?:|\/)/.test(destination) ? destination : `/${destination}`;
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const refresh = /^https?:/i.test(destination) ? '' : `<meta http-equiv="refresh" content="0; url=${href}">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex">${refresh}</head>
<body><main><p>This page has moved. <a href="${href}">Go to the new page</a>.</p></main></body></html>
`;
}

export function notFoundPage({ notFound }: Settings): Omit<Page, 'name'> {
  return {
    address: '/404',
    title: notFound.title ?? 'Page not found',
    sidebarTitle: 'Page not found',
    description: notFound.description ?? 'There is no page at this address. The page may have been moved.',
    deprecated: false,
    hidden: true,
    values: {},
  };
}
