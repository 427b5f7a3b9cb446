/** How the content of a resource is read and rewritten. */
export type ContentKind = 'html' | 'xhtml' | 'svg' | 'css' | 'webmanifest' | 'opaque';

/** Classifies a media type (WHATWG MIME Sniffing §4.6: parameters are ignored). */
export function contentKind(contentType: string): ContentKind {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'text/html':
      return 'html';
    case 'application/xhtml+xml':
      return 'xhtml';
    case 'image/svg+xml':
      return 'svg';
    case 'text/css':
      return 'css';
    case 'application/manifest+json':
      return 'webmanifest';
    default:
      return 'opaque';
  }
}

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}
