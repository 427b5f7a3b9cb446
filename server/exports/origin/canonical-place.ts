/** What a static host makes of a path: the place that answers for it. Undefined: 404. */
export function canonicalPlace(has: (url: string) => boolean, requested: string): string | undefined {
  if (has(requested)) return requested;
  const url = requested.replace(/\/{2,}/g, '/'); // a file system knows no empty names
  if (has(url)) return url;
  if (url.endsWith('/index.html') && has(url.slice(0, -'index.html'.length)))
    return url.slice(0, -'index.html'.length);
  if (!url.endsWith('/')) {
    if (has(`${url}.html`)) return `${url}.html`;
    if (has(`${url}/`)) return `${url}/`;
  } else if (has(`${url.slice(0, -1)}.html`)) return `${url.slice(0, -1)}.html`;
  return undefined;
}
