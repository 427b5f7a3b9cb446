import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Parts of the pipeline that decide nothing. (What verifies also tries pages before they are packed: offline-check.ts.) */
const LOOKS_ONLY = /^exports[/\\](chromium|report)[/\\]/;

/** Holds the digest of a built server's code, so that not every job reads 13 MB (scripts/build-server.ts). */
export const CODE_DIGEST = 'code-digest';

/**
 * Names the code that decides what a bundle holds: the pipeline and the archives, the packages they are built on and
 * the Node they run on (deflate differs between builds of zlib). What a previous export left is used by the
 * same code only.
 * @param moduleUrl this module, in the server that is named
 */
export function codeFingerprint(moduleUrl: string = import.meta.url): string {
  const { node, zlib, unicode } = process.versions;
  const server = fileURLToPath(new URL('../..', moduleUrl));
  return createHash('sha256')
    .update(JSON.stringify([node, zlib, unicode, process.arch]))
    .update(codeOf(server, moduleUrl.endsWith('.ts')))
    .update(dependencies(server))
    .digest('hex');
}

function codeOf(server: string, isSource: boolean): string {
  if (isSource) return codeDigest(server, ['bundles', 'docs-site', 'exports']);
  return fs.readFileSync(path.join(server, CODE_DIGEST), 'utf8');
}

/**
 * The SHA-256, in hex, of the code in these folders of the server. Built, all code lies in chunks that do not say which
 * part they are of.
 */
export function codeDigest(server: string, folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of folders.flatMap((folder) => filesIn(server, folder))) {
    if (LOOKS_ONLY.test(name) || name.includes('fixtures') || /\.test\.[jt]s$/.test(name)) continue;
    if (/\.(ts|js|json|css)$/.test(name)) hash.update(fs.readFileSync(path.join(server, name)));
  }
  return hash.digest('hex');
}

function filesIn(server: string, folder: string): string[] {
  const names = fs.readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' });
  return names.sort().map((name) => path.join(folder, name));
}

/** Versions are pinned in package.json, which lies beside `server/` wherever this runs. */
function dependencies(server: string): string {
  const manifest = fs.readFileSync(path.join(server, '..', 'package.json'), 'utf8');
  const { version, dependencies: packages } = JSON.parse(manifest) as Record<string, unknown>;
  return JSON.stringify([version, packages]);
}
