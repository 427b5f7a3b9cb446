import fs from 'node:fs';
import path from 'node:path';
import { signerOf, type TrustedKey } from '../bundles/trust.ts';
import { OffprintError } from '../errors.ts';
import { type FetchContext, type Fetched, fetchBundle } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import { type Release, readRelease } from './release.ts';
import { selfCheck } from './self-check.ts';
import { unpackRelease } from './unpack-release.ts';
import type { StaticExport } from './values.ts';
import type { Versions } from './versions.ts';

export type RollOutContext = Pick<FetchContext, 'downloadsFolder' | 'authorityFile' | 'patience' | 'signal'> &
  Readonly<{
    versions: Versions;
    trusted: readonly TrustedKey[];
    /** Whether gzip and Brotli files are made. */
    compresses: boolean;
    onActivity: (activity: HostState['activity']) => void;
    log: (line: string) => void;
  }>;

/**
 * Brings the version that the values ask for here, beside those that are here. Nobody is served it yet.
 * @returns a version that has passed its health check
 * @throws OffprintError as fetchBundle; `integrity` also when the health check fails, `conflict` for another version than the
 *   pinned one
 */
export async function rollOut(values: StaticExport, context: RollOutContext): Promise<Release> {
  const { versions, onActivity } = context;
  const kept = usableVersions(context);
  const scratchFolder = versions.scratch();
  await fs.promises.mkdir(scratchFolder);
  try {
    const fetched = await fetchBundle(values.bundleUrl, {
      ...context,
      scratchFolder,
      known: kept.map(({ record }) => record),
      onPhase: onActivity,
    });
    const release =
      fetched.kind === 'known'
        ? keptAs(kept, fetched.archiveSha256)
        : await unpack(fetched, values, scratchFolder, context);
    assertPinned(release.record.version, values.version);
    onActivity('checking');
    await selfCheck(release);
    return release;
  } finally {
    await fs.promises.rm(scratchFolder, { recursive: true, force: true });
  }
}

/** The versions on the disk that are whole and, where signatures count, signed. Others are removed: they can be fetched again. */
export function usableVersions({
  versions,
  trusted,
  log,
}: Pick<RollOutContext, 'versions' | 'trusted' | 'log'>): Release[] {
  return versions.list().flatMap((name) => {
    try {
      const release = versions.read(name);
      if (isTrusted(release, trusted)) return [release];
      log(`version ${name} is not served: no key that is trusted here signed it`);
    } catch (error) {
      log(`version ${name} is removed: ${error instanceof Error ? error.message : String(error)}`);
      versions.remove(name);
    }
    return [];
  });
}

/** Keys may have been added or revoked since it was verified. */
function isTrusted({ record: { signature } }: Release, trusted: readonly TrustedKey[]): boolean {
  if (trusted.length === 0) return true;
  return signature !== null && signerOf(signature, trusted).standing === 'trusted';
}

function keptAs(kept: readonly Release[], archiveSha256: string): Release {
  const release = kept.find(({ record }) => record.archiveSha256 === archiveSha256);
  if (release) return release;
  throw new Error('What is known is kept.');
}

async function unpack(
  { archive, archiveSha256, manifest, signature, source }: Extract<Fetched, { kind: 'new' }>,
  values: StaticExport,
  scratchFolder: string,
  { versions, compresses, signal, onActivity }: RollOutContext,
): Promise<Release> {
  const { version, digest } = manifest;
  assertPinned(version, values.version);
  onActivity('unpacking');
  const unpacked = path.join(scratchFolder, 'release');
  try {
    await unpackRelease({ archive, archiveSha256, signature, source, folder: unpacked, compresses, signal });
  } catch (error) {
    const isFull =
      error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    if (!isFull) throw error;
    throw new OffprintError(
      'disk-full',
      `There is no room to unpack ${version}. Make room in the folder for versions, or keep fewer of them (--keep).`,
      error,
    );
  }
  return readRelease(versions.add(unpacked, nameOf(version, digest)));
}

/** A folder; a manifest of somebody else may say anything. */
function nameOf(version: string, digest: string): string {
  const label = version
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 64);
  return `${label}-${digest.replace(/[^0-9a-f]/g, '').slice(0, 12)}`;
}

function assertPinned(version: string, pinned: string | null): void {
  if (pinned === null || version === pinned) return;
  throw new OffprintError(
    'conflict',
    `The bundle is version ${version}, and staticExport.version asks for ${pinned}. Set staticExport.bundleUrl to a bundle of ${pinned}, or the version to ${version}.`,
  );
}
