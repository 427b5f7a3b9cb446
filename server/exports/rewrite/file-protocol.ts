/**
 * What `file://` forbids, by kind of use, and how the export handles it; docs/decisions/0042-what-file-forbids.md lists
 * what was measured in which browser. In Chromium every file is a separate origin, so anything that needs the same
 * origin, or CORS, fails; Firefox lets a page read files in its own folder tree for most uses.
 */
export type FileUse = Readonly<{
  /** What is refused, as the subject of a sentence. */
  what: string;
  refusedBy: 'Chromium' | 'Chromium and Firefox';
  remedy: 'data: URL' | 'inlined' | 'document' | 'frozen' | 'replaced' | 'none needed' | 'named';
  /** The code that handles it. */
  where: string;
}>;

export const FILE_USES = {
  mask: {
    what: 'An image that CSS uses as a mask or a shape',
    refusedBy: 'Chromium',
    remedy: 'data: URL',
    where: 'rewrite/style-url.ts',
  },
  paint: {
    what: 'A filter, clip path, mask, marker or gradient in another SVG file',
    refusedBy: 'Chromium',
    remedy: 'data: URL',
    where: 'rewrite/style-url.ts',
  },
  use: {
    what: 'A symbol in another SVG file',
    refusedBy: 'Chromium',
    remedy: 'inlined',
    where: 'rewrite/symbols.ts',
  },
  track: {
    what: 'A caption track',
    refusedBy: 'Chromium',
    remedy: 'data: URL',
    where: 'rewrite/page.ts',
  },
  object: {
    what: 'The fallback for an object whose file is missing',
    refusedBy: 'Chromium',
    remedy: 'replaced',
    where: 'rewrite/page.ts',
  },
  manifest: {
    what: 'A web app manifest',
    refusedBy: 'Chromium',
    remedy: 'none needed', // invisible until a host serves the bundle
    where: 'rewrite/webmanifest.ts',
  },
  transform: {
    what: 'A style sheet that turns an XML file into a page (XSLT)',
    refusedBy: 'Chromium and Firefox',
    remedy: 'named',
    where: 'rewrite/xslt.ts',
  },
  importMap: {
    what: 'An address in an import map',
    refusedBy: 'Chromium and Firefox', // together with the modules that they map; on a host, both work
    remedy: 'frozen',
    where: 'classify/render-mode.ts, parse/import-map.ts',
  },
  module: {
    what: 'A module',
    refusedBy: 'Chromium and Firefox',
    remedy: 'frozen',
    where: 'classify/render-mode.ts, classify/needs-network.ts',
  },
  fetch: {
    what: 'A file that scripts fetch',
    refusedBy: 'Chromium and Firefox',
    remedy: 'document',
    where: 'playground/, else frozen by classify/needs-network.ts',
  },
  frame: {
    what: "A page's access to the document in its frame",
    refusedBy: 'Chromium and Firefox',
    remedy: 'frozen',
    where: 'classify/offline-check.ts',
  },
  history: {
    what: 'A history entry with a different path',
    refusedBy: 'Chromium and Firefox',
    remedy: 'frozen',
    where: 'classify/offline-check.ts',
  },
  worker: {
    what: 'A worker, a shared worker or a service worker',
    refusedBy: 'Chromium and Firefox',
    remedy: 'frozen',
    where: 'classify/offline-check.ts',
  },
} as const satisfies Record<string, FileUse>;

/** Properties whose `url()` is fetched with CORS, as an image or as part of an SVG file. */
const PROPERTIES: ReadonlyMap<string, 'mask' | 'paint'> = new Map([
  ...(
    ['mask', 'mask-image', 'mask-border', 'mask-border-source', 'mask-box-image', 'shape-outside'] as const
  ).flatMap((name) => [[name, 'mask'] as const, [`-webkit-${name}`, 'mask'] as const]),
  ['-webkit-mask-box-image-source', 'mask'] as const,
  ...(['filter', 'backdrop-filter', 'clip-path'] as const).flatMap((name) => [
    [name, 'paint'] as const,
    [`-webkit-${name}`, 'paint'] as const,
  ]),
  ...(['fill', 'stroke', 'marker', 'marker-start', 'marker-mid', 'marker-end'] as const).map(
    (name) => [name, 'paint'] as const,
  ),
]);

/** Returns how a property uses its `url()` if `file://` forbids that use; undefined if it loads like any image. */
export function forbiddenIn(property: string): 'mask' | 'paint' | undefined {
  return PROPERTIES.get(property);
}

/**
 * Explains in a sentence why a use does not work.
 * @param why what prevents the remedy
 */
export function refusal(use: keyof typeof FILE_USES, url: string, why: string): string {
  const { what, refusedBy } = FILE_USES[use];
  return `${what} (${url}) is blocked by ${refusedBy} on file://. It could not be replaced because ${why}. It works on a web server.`;
}
