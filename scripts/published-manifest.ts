import fs from 'node:fs';
import path from 'node:path';

type Manifest = Record<string, unknown> & { dependencies?: Record<string, string> };

/** Carries the browser. */
export const BROWSER = '@sparticuz/chromium';

/**
 * What stays a package where Offprint is installed: native code, what reads files beside itself, the archive of the
 * browser, and stemmers, of which a bundle needs one or two. All else is bundled (scripts/build-server.ts).
 */
export const PACKAGES: readonly string[] = [
  // Files that sites of docs.json get: server/docs-site/ finds them by the names of their packages.
  '@fontsource-variable/inter',
  '@iconify-json/fa6-brands',
  '@iconify-json/fa6-regular',
  '@iconify-json/fa6-solid',
  '@iconify-json/lucide',
  '@iconify-json/tabler',
  // Reads its engine beside itself.
  '@jitl/quickjs-wasmfile-release-sync',
  '@napi-rs/keyring',
  '@orama/stemmers',
  BROWSER,
  'better-sqlite3',
  'katex',
  'piscina',
  // Grammars and themes, of which a site needs some.
  'shiki',
  'sucrase',
];

/**
 * The package.json that is published or packaged: only the packages that stay packages, without what only this
 * repository needs; `emitClient` adds where the client is. (The root package is never published as it stands.)
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
