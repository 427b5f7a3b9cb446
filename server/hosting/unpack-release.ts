import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import mime from 'mime-types';
import { type Manifest, parseManifest } from '../bundles/manifest.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../bundles/own-files.ts';
import type { Signature } from '../bundles/signature.ts';
import { notFoundPage, pageFacts } from './page-facts.ts';
import { NOT_FOUND_FILE, RECORD_FILE, type ReleaseFile, type ReleaseRecord } from './release.ts';
import { type ReleaseSource, sourceOfArchive, sourceOfFiles } from './release-source.ts';

export type UnpackTask = Readonly<{
  /** A verified bundle that nobody else can change. */
  archive: string;
  archiveSha256: string;
  signature: Signature | null;
  source: ReleaseRecord['source'];
  /** Path of the site on the host; empty for the root. */
  basePath: string;
  /** Does not exist yet. */
  folder: string;
  /** Whether it is unpacked, or moved into the folder and served from the archive. */
  storage: ReleaseRecord['storage'];
  signal: AbortSignal;
}>;

/**
 * Installs a bundle into its own folder, unpacked or as an archive, with a record of what a host needs to know.
 * @throws OffprintError `integrity`, `disk-full`; system errors; the signal's reason
 */
export async function unpackRelease(task: UnpackTask): Promise<ReleaseRecord> {
  const { folder } = task;
  await fs.promises.mkdir(folder, { recursive: true });
  const source = await (task.storage === 'zip' ? sourceOfArchive : sourceOfFiles)(task);
  const manifest = parseManifest((await source.read(MANIFEST_FILE)).toString('utf8'));
  const record = await recordOf(task, manifest, source);
  await fs.promises.writeFile(path.join(folder, RECORD_FILE), JSON.stringify(record), {
    flag: 'wx',
    flush: true,
  });
  return record;
}

async function recordOf(task: UnpackTask, manifest: Manifest, from: ReleaseSource): Promise<ReleaseRecord> {
  const { folder, basePath, archiveSha256, signature, source, storage, signal } = task;
  const { domain, version, digest, counts } = manifest;
  const names = new Set(manifest.files.map((file) => file.path));
  const policies: string[] = [];
  const files: ReleaseFile[] = [];
  let hasNotFound = false;
  for (const { path: name, sha256, sizeBytes } of [...manifest.files, ...(await ownFiles(from))]) {
    signal.throwIfAborted();
    const type = mime.lookup(name) || '';
    const facts: Partial<ReturnType<typeof pageFacts>> =
      type === 'text/html' ? factsOf(await from.read(name), name, names) : {};
    if (name === '404.html' && type === 'text/html') {
      const shown = notFoundPage(await from.read(name), `${basePath}/`);
      await fs.promises.writeFile(path.join(folder, NOT_FOUND_FILE), shown, { flag: 'wx' });
      hasNotFound = true;
    }
    const stored = await from.stored(name, type, (end) => names.has(name + end));
    const { policy, location } = facts;
    files.push({
      path: name,
      sha256,
      sizeBytes,
      ...stored,
      ...(policy !== undefined && { policy: placeOf(policies, policy) }),
      ...(location !== undefined && { location }),
    });
  }
  return {
    format: 'offprint-release',
    formatVersion: 1,
    storage,
    domain,
    version,
    digest,
    pages: counts.pages,
    basePath,
    signature: signature && { key: signature.key, handovers: [...signature.handovers] },
    archiveSha256,
    source,
    policies,
    hasNotFound,
    files,
  };
}

/** The manifest and its signature, which the manifest itself does not list. */
async function ownFiles(from: ReleaseSource): Promise<Pick<ReleaseFile, 'path' | 'sha256' | 'sizeBytes'>[]> {
  const found = [MANIFEST_FILE, SIGNATURE_FILE].filter(from.has);
  return Promise.all(
    found.map(async (name) => {
      const content = await from.read(name);
      return { path: name, sha256: hash('sha256', content), sizeBytes: content.length };
    }),
  );
}

function factsOf(content: Buffer, name: string, names: ReadonlySet<string>): ReturnType<typeof pageFacts> {
  const { policy, location } = pageFacts(content);
  return {
    policy,
    location: location !== undefined && leadsTo(name, location, names) ? location : undefined,
  };
}

/** Whether a redirect leads to another page of the bundle; others are served as plain pages. */
function leadsTo(from: string, location: string, names: ReadonlySet<string>): boolean {
  const url = URL.parse(location, `http://bundle.invalid/${encodeURI(from)}`);
  if (url?.origin !== 'http://bundle.invalid') return false;
  try {
    const target = decodeURIComponent(url.pathname.slice(1));
    return target !== from && (names.has(target) || names.has(`${target}index.html`));
  } catch {
    return false;
  }
}

function placeOf(policies: string[], policy: string): number {
  const at = policies.indexOf(policy);
  return at >= 0 ? at : policies.push(policy) - 1;
}
