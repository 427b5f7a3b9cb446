import type { Locate } from '../site/locator.ts';
import { relativeUrl, type Site } from '../site/site.ts';

/** Outcome for a place of the site. */
export type LinkTarget =
  | Readonly<{ kind: 'file'; path: string; content?: StoredContent }>
  /** Missing at the origin (404, 410, no such file). */
  | Readonly<{ kind: 'dead'; reason: string }>
  /** The site's author redirects readers to another site. */
  | Readonly<{ kind: 'elsewhere'; url: string }>
  /** Exists, but is not part of this export. */
  | Readonly<{ kind: 'outside'; reason: string }>;

/** Original content of a file in the bundle. `object` is its SHA-256. */
export type StoredContent = Readonly<{ object: string; sizeBytes: number; contentType: string }>;

/** A style sheet or page that uses a custom property: its site path, its file, and the property that it sets. */
export type StyleUse = Readonly<{ place: string; file: string; property: string }>;

export type Links = Readonly<{
  site: Site;
  target: (path: string) => LinkTarget | undefined;
  /** Returns the stored content of a place, for embedding; undefined if it has no file. */
  content?: (path: string) => (StoredContent & { read: () => Uint8Array }) | undefined;
  /** Returns the style sheets of the bundle that use a custom property, sorted. */
  usesOf?: (name: string) => readonly StyleUse[];
  /** Origin at which readers find pages that are not in the bundle; undefined if the site has no public address. */
  publicOrigin: string | undefined;
  /** Prefix of the bundle's public paths: `/docs`, or an empty string. */
  basePath: string;
}>;

/** A reference that the bundle cannot serve unchanged. */
export type Problem = Readonly<{
  kind: 'dead' | 'third-party' | 'outside' | 'invalid' | 'file-protocol';
  url: string;
  element: string;
  reason?: string;
}>;

export type Resolved =
  | Readonly<{ kind: 'keep' }>
  | Readonly<{ kind: 'replace'; url: string; problem?: Problem }>
  | Readonly<{ kind: 'remove'; problem: Problem }>;

const KEEP = { kind: 'keep' } as const;

/**
 * Decides what to do with a reference in the bundle.
 * @param loads false for links that a reader follows, which may point to other sites
 * @param expected returns whether a kept feature needs a third-party URL
 */
export function resolveReference(
  links: Links,
  reference: string,
  context: Readonly<{
    locate: Locate;
    file: string;
    element: string;
    loads: boolean;
    expected: (url: URL) => boolean;
  }>,
): Resolved {
  const { locate, file, element, loads, expected } = context;
  const place = locate(reference, loads);
  switch (place.kind) {
    case 'opaque':
      return KEEP;
    case 'invalid':
      return { kind: 'remove', problem: { kind: 'invalid', url: reference.slice(0, 500), element } };
    case 'external':
      // The page loses its base URL and scheme, so addresses that remain must be absolute.
      if (!loads || expected(place.url)) {
        const isWhole = URL.parse(reference)?.href === place.url.href;
        return isWhole ? KEEP : { kind: 'replace', url: place.url.href };
      }
      return { kind: 'remove', problem: { kind: 'third-party', url: place.url.href, element } };
    case 'internal': {
      const target = links.target(place.path);
      if (target?.kind === 'file') {
        if (target.path === file && place.suffix.startsWith('#'))
          return { kind: 'replace', url: place.suffix };
        return { kind: 'replace', url: relativeUrl(file, target.path) + place.suffix };
      }
      if (target?.kind === 'elsewhere') {
        const { url } = target;
        if (loads) return { kind: 'remove', problem: { kind: 'third-party', url, element } };
        return { kind: 'replace', url: url.includes('#') ? url : url + place.suffix.replace(/^[^#]*/s, '') };
      }
      if (target?.kind === 'outside') {
        const problem: Problem = { kind: 'outside', url: place.path, element, reason: target.reason };
        if (loads || links.publicOrigin === undefined) return { kind: 'remove', problem };
        return { kind: 'replace', url: links.publicOrigin + place.path + place.suffix, problem };
      }
      const reason = target?.reason ?? 'never read';
      return { kind: 'remove', problem: { kind: 'dead', url: place.path, element, reason } };
    }
  }
}
