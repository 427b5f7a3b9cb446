import fs from 'node:fs';
import path from 'node:path';

type Manifest = Record<string, unknown> & { optionalDependencies?: Record<string, string> };

/**
 * The package.json that is published or packaged: without the packages that carry Node for development, without
 * what only this repository needs; `emitClient` adds where the client is. (The root package is never published as it
 * stands.)
 */
export function publishedManifest(root = process.cwd()): Manifest {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const {
    devDependencies,
    scripts,
    exports: _sources,
    private: _private,
    optionalDependencies = {},
    ...published
  } = manifest;
  void devDependencies;
  void scripts;
  const shipped = Object.entries(optionalDependencies).filter(([name]) => !CARRIES_NODE.test(name));
  return {
    ...published,
    ...(shipped.length > 0 && { optionalDependencies: Object.fromEntries(shipped) }),
  };
}

const CARRIES_NODE = /^node-(linux|win|darwin)-/;
