import type { Locate } from '../site/locator.ts';
import { relativeUrl, type Site } from '../site/site.ts';

/** What became of a place of the site. */
export type LinkTarget =
  | Readonly<{ kind: 'file'; path: string; content?: StoredContent }>
  /** The origin has nothing there (404, 410, no such file). */
  | Readonly<{ kind: 'dead'; reason: string }>
  /** The author of the site leads its readers to another one. */
  | Readonly<{ kind: 'elsewhere'; url: string }>
  /** It exists and is not part of this export. */
  | Readonly<{ kind: 'outside'; reason: string }>;

/** What a file of the bundle is made of, as the origin sent it. `object` is its SHA-256. */
export type StoredContent = Readonly<{ object: string; sizeBytes: number; contentType: string }>;

/** A style sheet, or a page, that uses a custom property: its site path, its file, and the property that it sets. */
export type StyleUse = Readonly<{ place: string; file: string; property: string }>;

export type Links = Readonly<{
  site: Site;
  target: (path: string) => LinkTarget | undefined;
  /** What is at a place, for what carries it within itself; undefined when no file is. */
  content?: (path: string) => (StoredContent & { read: () => Uint8Array }) | undefined;
  /** Style sheets of the bundle that use a custom property, sorted. */
  usesOf?: (name: string) => readonly StyleUse[];
  /** Where readers find pages that are not in the bundle; undefined when the site has no public address. */
  publicOrigin: string | undefined;
  /** What the bundle's public addresses have before the paths of the site: `/docs`, or nothing. */
  basePath: string;
}>;

/** A reference that the bundle cannot serve as it stood. */
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
 * Decides what a reference becomes in the bundle.
 * @param loads false for links that a reader follows: they may lead to other sites
 * @param expected says of a third-party URL that a kept feature needs it
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
      // The page leaves its base and its scheme behind: what stays must be whole.
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
