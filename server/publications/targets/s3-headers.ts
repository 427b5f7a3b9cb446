import mime from 'mime-types';

/** What browsers are told that an object is; without it they would save pages instead of showing them. */
export function contentTypeOf(path: string): string {
  return mime.contentType(path.slice(path.lastIndexOf('/') + 1)) || 'application/octet-stream';
}

/** Pages and the pointer are asked for anew each time, so that a switch is seen at once; the rest stays for an hour. */
export function cacheControlOf(path: string): string {
  const isNamed = /\.[^./]+$/.test(path);
  return !isNamed || /\.(x?html?|json)$/i.test(path) ? 'no-cache' : 'public, max-age=3600';
}
