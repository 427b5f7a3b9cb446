import { OffprintError } from '../errors.ts';
import { contentDigest } from './content-digest.ts';
import { DELTA_FILE, isNoBundle, parseDeltaHeader } from './delta.ts';
import { HEADER_BYTES_MAX } from './delta-limits.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { MANIFEST_FILE, OPERATOR_FILE } from './own-files.ts';
import { type ArchiveEntry, digestOf, readArchive } from './read.ts';
import { readingFault } from './reading-faults.ts';

export type Fault = Readonly<{
  path: string;
  kind: 'changed' | 'missing' | 'unexpected' | 'digest';
  /** Message for people. */
  text: string;
}>;

export type Integrity = Readonly<{
  manifest: Manifest;
  faults: readonly Fault[];
  /** Files in the archive that an operator may add or change. */
  operatorFiles: readonly string[];
}>;

/**
 * Checks a bundle against its manifest: every file must have the size and SHA-256 it was packed with, and there must be
 * no other files.
 * @throws OffprintError `integrity` if the archive or its manifest cannot be read, `usage` if the file does not exist
 */
export async function verifyBundle(
  file: string,
  onFile: (count: number) => void = () => {},
): Promise<Integrity> {
  const found = new Map<string, { sha256: string; sizeBytes: number }>();
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file)) {
    if (found.size === 0) await refuseDelta(file, entry);
    const digest = await entry
      .open()
      .then((stream) => digestOf(stream, entry.path === MANIFEST_FILE))
      .catch((error: unknown) => {
        throw readingFault(file, error);
      });
    found.set(entry.path, { sha256: digest.sha256, sizeBytes: digest.sizeBytes });
    if (entry.path === MANIFEST_FILE) manifest = parseManifest(Buffer.concat(digest.bytes).toString('utf8'));
    onFile(found.size);
  }
  if (!manifest) throw noManifest(file);
  const faults: Fault[] = [];
  const expected = new Set([MANIFEST_FILE, `${MANIFEST_FILE}.sig`]);
  for (const { path, sha256, sizeBytes } of manifest.files) {
    expected.add(path);
    const actual = found.get(path);
    if (!actual) faults.push({ path, kind: 'missing', text: `${path} is missing.` });
    else if (actual.sha256 !== sha256 || actual.sizeBytes !== sizeBytes) {
      faults.push({
        path,
        kind: 'changed',
        text: `${path} has changed since it was packed (its SHA-256 does not match).`,
      });
    }
  }
  const operatorFiles = [OPERATOR_FILE].filter((path) => found.has(path) && !expected.has(path));
  for (const path of found.keys()) {
    if (!expected.has(path) && !operatorFiles.includes(path)) {
      faults.push({ path, kind: 'unexpected', text: `${path} was added after the export.` });
    }
  }
  if (contentDigest(manifest.files) !== manifest.digest) {
    faults.push({
      path: MANIFEST_FILE,
      kind: 'digest',
      text: `${MANIFEST_FILE} has been altered: its digest does not match its list of files.`,
    });
  }
  return { manifest, faults, operatorFiles };
}

/**
 * Reads the manifest of a bundle without checking the files against it; undefined if it has none.
 * @throws as verifyBundle
 */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  let first = true;
  for await (const entry of readArchive(file)) {
    if (first) await refuseDelta(file, entry);
    first = false;
    if (entry.path === MANIFEST_FILE) return parseManifest(await textOf(file, entry));
  }
  return undefined;
}

/** Like readManifest, but fails if there is none. @throws as verifyBundle */
export async function requireManifest(file: string): Promise<Manifest> {
  const manifest = await readManifest(file);
  if (!manifest) throw noManifest(file);
  return manifest;
}

/** Rejects deltas, recognized by their header as first entry. */
async function refuseDelta(file: string, first: ArchiveEntry): Promise<void> {
  if (first.path !== DELTA_FILE || first.sizeBytes > HEADER_BYTES_MAX) return;
  throw isNoBundle(file, parseDeltaHeader(await textOf(file, first)));
}

async function textOf(file: string, entry: ArchiveEntry): Promise<string> {
  try {
    const { bytes } = await digestOf(await entry.open(), true);
    return Buffer.concat(bytes).toString('utf8');
  } catch (error) {
    throw readingFault(file, error);
  }
}

function noManifest(file: string): OffprintError {
  return new OffprintError(
    'integrity',
    `${file} has no ${MANIFEST_FILE}, so it is incomplete or not an Offprint bundle.`,
  );
}
