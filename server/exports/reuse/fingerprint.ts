import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Parts of the pipeline that decide nothing. (What verifies also tries pages before they are packed: offline-check.ts.) */
const LOOKS_ONLY = /^exports[/\\](chromium|report)[/\\]/;

/**
 * Names the code that decides what a bundle holds: the pipeline and the archives, the packages they are built on and
 * the Node they run on (deflate differs between builds of zlib). What a previous export left is used by the
 * same code only.
 */
export function codeFingerprint(): string {
  const hash = createHash('sha256');
  const { node, zlib, unicode } = process.versions;
  hash.update(JSON.stringify([node, zlib, unicode, process.arch]));
  for (const name of [...filesIn('bundles'), ...filesIn('exports')]) {
    if (LOOKS_ONLY.test(name) || name.includes('fixtures') || /\.test\.[jt]s$/.test(name)) continue;
    if (/\.(ts|js|json)$/.test(name)) hash.update(fs.readFileSync(path.join(SERVER, name)));
  }
  hash.update(dependencies());
  return hash.digest('hex');
}

const SERVER = path.join(import.meta.dirname, '..', '..');

function filesIn(folder: string): string[] {
  const names = fs.readdirSync(path.join(SERVER, folder), { recursive: true, encoding: 'utf8' });
  return names.sort().map((name) => path.join(folder, name));
}

/** Versions are pinned in package.json, which lies beside `server/` wherever this runs. */
function dependencies(): string {
  const manifest = fs.readFileSync(path.join(SERVER, '..', 'package.json'), 'utf8');
  const { version, dependencies: packages } = JSON.parse(manifest) as Record<string, unknown>;
  return JSON.stringify([version, packages]);
}
