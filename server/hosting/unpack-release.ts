import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import mime from 'mime-types';
import { type Manifest, parseManifest } from '../bundles/manifest.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../bundles/own-files.ts';
import { unpackArchive } from '../bundles/read.ts';
import type { Signature } from '../bundles/signature.ts';
import { assertRoom } from '../bundles/whole-file.ts';
import { notFoundPage, pageFacts } from './page-facts.ts';
import { isCompressible, precompress } from './precompress.ts';
import { NOT_FOUND_FILE, RECORD_FILE, type ReleaseFile, type ReleaseRecord, rootFolder } from './release.ts';

export type UnpackTask = Readonly<{
  /** A bundle that was verified, and that nobody else can change. */
  archive: string;
  archiveSha256: string;
  signature: Signature | null;
  source: ReleaseRecord['source'];
  /** Path of the host under which the site lies; empty: its root. */
  basePath: string;
  /** Does not exist yet. */
  folder: string;
  /** Whether to make gzip and Brotli files. */
  compresses: boolean;
  signal: AbortSignal;
}>;

/**
 * Unpacks a bundle into a folder of its own, with what a host needs to know beside it.
 * @throws OffprintError `integrity`, `disk-full`; the error of the system; the reason of the signal
 */
export async function unpackRelease(task: UnpackTask): Promise<ReleaseRecord> {
  const { archive, folder, basePath, signal } = task;
  const site = path.join(rootFolder(folder), ...basePath.split('/'));
  await fs.promises.mkdir(site, { recursive: true });
  await assertRoom(path.join(folder, RECORD_FILE), fs.statSync(archive).size);
  await unpackArchive(archive, site, signal);
  const manifestText = await fs.promises.readFile(path.join(site, MANIFEST_FILE));
  const manifest = parseManifest(manifestText.toString('utf8'));
  const record = await recordOf(task, manifest, site);
  await fs.promises.writeFile(path.join(folder, RECORD_FILE), JSON.stringify(record), {
    flag: 'wx',
    flush: true,
  });
  return record;
}

async function recordOf(task: UnpackTask, manifest: Manifest, site: string): Promise<ReleaseRecord> {
  const { folder, basePath, archiveSha256, signature, source, compresses, signal } = task;
  const { domain, version, digest, counts } = manifest;
  const names = new Set(manifest.files.map((file) => file.path));
  const policies: string[] = [];
  const files: ReleaseFile[] = [];
  let hasNotFound = false;
  for (const { path: name, sha256, sizeBytes } of [...manifest.files, ...ownFiles(site)]) {
    signal.throwIfAborted();
    const file = path.join(site, ...name.split('/'));
    const type = mime.lookup(name) || '';
    const facts = type === 'text/html' ? await factsOf(file, name, names) : {};
    if (name === '404.html' && type === 'text/html') {
      const shown = notFoundPage(await fs.promises.readFile(file), `${basePath}/`);
      await fs.promises.writeFile(path.join(folder, NOT_FOUND_FILE), shown, { flag: 'wx' });
      hasNotFound = true;
    }
    const sizes =
      compresses && isCompressible(type) ? await precompress(file, (end) => names.has(name + end)) : {};
    const { policy, location } = facts as ReturnType<typeof pageFacts>;
    files.push({
      path: name,
      sha256,
      sizeBytes,
      ...sizes,
      ...(policy !== undefined && { policy: placeOf(policies, policy) }),
      ...(location !== undefined && { location }),
    });
  }
  return {
    format: 'offprint-release',
    formatVersion: 1,
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

/** The manifest and its signature, which no manifest lists. */
function ownFiles(site: string): Pick<ReleaseFile, 'path' | 'sha256' | 'sizeBytes'>[] {
  return [MANIFEST_FILE, SIGNATURE_FILE].flatMap((name) => {
    const file = path.join(site, name);
    if (!fs.existsSync(file)) return [];
    const content = fs.readFileSync(file);
    return [{ path: name, sha256: hash('sha256', content), sizeBytes: content.length }];
  });
}

async function factsOf(
  file: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<ReturnType<typeof pageFacts>> {
  const { policy, location } = pageFacts(await fs.promises.readFile(file));
  return {
    policy,
    location: location !== undefined && leadsTo(name, location, names) ? location : undefined,
  };
}

/** Only what leads to another page of the bundle is answered as a redirect. */
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
