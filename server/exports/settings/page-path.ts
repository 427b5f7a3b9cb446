import { z } from 'zod';

/** Path of a requested page within the site. */
export const pagePath = z.string().refine((path) => !climbs(path), { error: 'a path cannot contain ".."' });

/**
 * Whether a path has a segment `..`, in any spelling that a URL parser accepts (WHATWG URL, "double-dot URL path
 * segment"; `\` also separates segments there). Percent-encoded separators count, because an unpacker may decode the
 * path first.
 */
function climbs(path: string): boolean {
  return path
    .replace(/%2e/gi, '.')
    .split(/[/\\]|%2f|%5c/i)
    .some((segment) => segment.replace(/[?#].*$/s, '') === '..');
}
