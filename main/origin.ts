/** Where the interface lives: a scheme of its own, so that nothing of the web is the same origin. */
export const SCHEME = 'app';
const HOST = 'bundle';
export const START_URL = `${SCHEME}://${HOST}/`;

/** What a page of the interface may be: the one page, with whatever query and fragment. Parsed, never compared as text. */
export function isInterfacePage(text: string): boolean {
  const url = ownUrl(text);
  return url?.pathname === '/';
}

/** Parses a URL of our origin; undefined for every other one. */
export function ownUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwn =
    url !== undefined &&
    url.protocol === `${SCHEME}:` &&
    url.hostname === HOST &&
    url.port === '' &&
    url.username === '' &&
    url.password === '';
  return isOwn ? url : undefined;
}
