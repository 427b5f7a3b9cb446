import fs from 'node:fs';

/** Extensions of precompressed files, with the content coding of each (RFC 9110 §8.4.1). */
const TWINS = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
  ['.zst', 'zstd'],
] as const;

/** Returns the compressed file that a host sends if the plain one is missing: `app.js.gz` for `/app.js`. */
export function twinOf(
  has: (url: string) => boolean,
  url: string,
): Readonly<{ place: string; encoding: string }> | undefined {
  if (url.endsWith('/') || has(url)) return undefined;
  for (const [ending, encoding] of TWINS) if (has(url + ending)) return { place: url + ending, encoding };
  return undefined;
}

/**
 * Returns the content coding of a file that is text by its name and gzip by its first bytes (RFC 1952 §2.3.1):
 * `.svgz`, and files compressed for an object store that serves them this way.
 */
export function encodingOf(contentType: string, descriptor: number): 'gzip' | undefined {
  if (!TEXT.test(contentType)) return undefined;
  const head = Buffer.alloc(2);
  fs.readSync(descriptor, head, 0, 2, 0);
  return head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : undefined;
}

const TEXT = /^(text\/|application\/(json|javascript|xml)\b)|[+/](xml|json)\b/;
