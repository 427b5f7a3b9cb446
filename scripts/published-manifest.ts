import fs from 'node:fs';
import path from 'node:path';

type Manifest = Record<string, unknown> & { dependencies?: Record<string, string> };

/** Package that contains the browser. */
export const BROWSER = '@sparticuz/chromium';

/**
 * Packages that are not bundled where Offprint is installed: native code, packages that read files next to themselves,
 * the archive of the browser, and stemmers, of which a bundle needs one or two. Everything else is bundled
 * (scripts/build-server.ts).
 */
export const PACKAGES: readonly string[] = [
  // Files for docs.json sites: server/docs-site/ finds them by package name.
  '@fontsource-variable/inter',
  '@iconify-json/fa6-brands',
  '@iconify-json/fa6-regular',
  '@iconify-json/fa6-solid',
  '@iconify-json/lucide',
  '@iconify-json/tabler',
  // Reads its engine from a file next to it.
  '@jitl/quickjs-wasmfile-release-sync',
  '@napi-rs/keyring',
  '@orama/stemmers',
  BROWSER,
  'better-sqlite3',
  'katex',
  'piscina',
  // Grammars and themes, of which a site needs only some.
  'shiki',
  'sucrase',
];

/**
 * Returns the package.json for publishing or packaging: only packages that are not bundled, and nothing that only this
 * repository needs; `emitClient` adds the location of the client. (The root package itself is never published.)
 */
export function publishedManifest(root = process.cwd(), packages = PACKAGES): Manifest {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const {
    devDependencies: _development,
    optionalDependencies: _node,
    scripts: _scripts,
    exports: _sources,
    private: _private,
    overrides: _overrides,
    dependencies = {},
    ...published
  } = manifest;
  const kept = Object.entries(dependencies).filter(([name]) => packages.includes(name));
  return { ...published, ...(kept.length > 0 && { dependencies: Object.fromEntries(kept) }) };
}
