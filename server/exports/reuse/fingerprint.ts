import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Parts of the pipeline that do not affect a bundle's content. (Verification does: it also tries pages before they are
 * packed, see offline-check.ts.)
 */
const LOOKS_ONLY = /^exports[/\\](chromium|report)[/\\]/;

/** File with the digest of a built server's code, to avoid reading 13 MB for every job (scripts/build-server.ts). */
export const CODE_DIGEST = 'code-digest';

/**
 * Returns a fingerprint of the code that determines a bundle's content: the pipeline and the archive code, their
 * dependencies, and the Node version that runs them (deflate differs between zlib builds). Results of a previous export
 * are reused only by the same code.
 * @param moduleUrl URL of this module in the server to fingerprint
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
 * Returns the SHA-256, in hex, of the code in these folders of the server. In a built server, all code is in chunks
 * that cannot be attributed to one part.
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

/** Reads the pinned versions from package.json, which is always next to `server/`. */
function dependencies(server: string): string {
  const manifest = fs.readFileSync(path.join(server, '..', 'package.json'), 'utf8');
  const { version, dependencies: packages } = JSON.parse(manifest) as Record<string, unknown>;
  return JSON.stringify([version, packages]);
}
