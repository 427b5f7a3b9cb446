/** Origin of the interface. It has its own scheme, so no web page can be same-origin. */
export const SCHEME = 'app';
const HOST = 'bundle';
export const START_URL = `${SCHEME}://${HOST}/`;

/** Whether a URL is the interface's only page, with any query and fragment. The URL is parsed, not compared as text. */
export function isInterfacePage(text: string): boolean {
  const url = ownUrl(text);
  return url?.pathname === '/';
}

/** Parses a URL of our origin; undefined for any other URL. */
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
