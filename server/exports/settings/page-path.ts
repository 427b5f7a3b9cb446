import { z } from 'zod';

/** A page that a job is asked for, by its path within the site. */
export const pagePath = z.string().refine((path) => !climbs(path), { error: 'a path cannot contain ".."' });

/**
 * Whether a path has a segment `..`, in whatever spelling a URL parser takes for one (WHATWG URL, "double-dot URL path
 * segment"; `\` separates segments there too). Separators that are percent-encoded count: what unpacks a path may
 * decode it first.
 */
function climbs(path: string): boolean {
  return path
    .replace(/%2e/gi, '.')
    .split(/[/\\]|%2f|%5c/i)
    .some((segment) => segment.replace(/[?#].*$/s, '') === '..');
}
