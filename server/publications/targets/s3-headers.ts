import mime from 'mime-types';

/** Content-Type of an object; without it, browsers would save pages instead of showing them. */
export function contentTypeOf(path: string): string {
  return mime.contentType(path.slice(path.lastIndexOf('/') + 1)) || 'application/octet-stream';
}

/**
 * Cache-Control of an object. Browsers revalidate pages and the pointer on each request, so a switch takes effect
 * immediately; the rest is cached for an hour.
 */
export function cacheControlOf(path: string): string {
  const isNamed = /\.[^./]+$/.test(path);
  return !isNamed || /\.(x?html?|json)$/i.test(path) ? 'no-cache' : 'public, max-age=3600';
}
