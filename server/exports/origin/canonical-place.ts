/** Resolves a path as a static host does. Returns the place that answers it; undefined: 404. */
export function canonicalPlace(has: (url: string) => boolean, requested: string): string | undefined {
  if (has(requested)) return requested;
  const url = requested.replace(/\/{2,}/g, '/'); // a file system has no empty names
  if (has(url)) return url;
  if (url.endsWith('/index.html') && has(url.slice(0, -'index.html'.length)))
    return url.slice(0, -'index.html'.length);
  if (!url.endsWith('/')) {
    if (has(`${url}.html`)) return `${url}.html`;
    if (has(`${url}/`)) return `${url}/`;
  } else if (has(`${url.slice(0, -1)}.html`)) return `${url.slice(0, -1)}.html`;
  return undefined;
}
