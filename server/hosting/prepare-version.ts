import path from 'node:path';
import { z } from 'zod';
import { asOffprintError, OffprintError } from '../errors.ts';
import { fetchBundle } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import { assertPinned } from './pinned-version.ts';
import type { Prepared, PrepareTask } from './prepare-version.types.ts';
import { assertSameDomain } from './same-domain.ts';
import { unpackRelease } from './unpack-release.ts';

/** Base paths that exports allow; any other value in a manifest is ignored. */
const BASE_PATH = z.string().regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/);

/**
 * Fetches a bundle, verifies it, and unpacks it into the scratch folder.
 * @throws OffprintError as fetchBundle; `conflict` for another version than the pinned one (pinned-version.ts), or
 *   another domain than the site's (same-domain.ts)
 */
export async function prepareVersion(
  task: PrepareTask,
  onActivity: (activity: HostState['activity']) => void,
): Promise<Prepared> {
  const { bundleUrl, pinnedVersion, domain, scratchFolder, storage, known } = task;
  // Never aborted: to cancel, the caller terminates the thread.
  const { signal } = new AbortController();
  const fetched = await fetchBundle(bundleUrl, { ...task, signal, onPhase: onActivity });
  const { archiveSha256 } = fetched;
  if (fetched.kind === 'known') {
    const version = known.find((each) => each.archiveSha256 === archiveSha256)?.version ?? '';
    assertPinned(version, pinnedVersion);
    return { archiveSha256 };
  }
  const { archive, manifest, signature, source } = fetched;
  const { version, digest } = manifest;
  assertPinned(version, pinnedVersion);
  assertSameDomain(manifest.domain, domain);
  // The same content may be here from an archive in the other format.
  const same = known.find((each) => each.version === version && each.digest === digest);
  if (same) return { archiveSha256: same.archiveSha256 };
  onActivity('unpacking');
  const folder = path.join(scratchFolder, 'release');
  try {
    const basePath = BASE_PATH.safeParse(manifest.settings.basePath).data ?? '';
    await unpackRelease({ archive, archiveSha256, signature, source, basePath, folder, storage, signal });
  } catch (error) {
    throw noRoom(error, version);
  }
  return { folder, name: nameOf(version, digest) };
}

function noRoom(error: unknown, version: string): unknown {
  if (error instanceof OffprintError || asOffprintError(error).code !== 'disk-full') return error;
  return new OffprintError(
    'disk-full',
    `There is not enough space to unpack ${version}. Free some space on the disk that holds the versions folder, or keep fewer versions (--keep).`,
    error,
  );
}

/** Name of the version's folder, sanitized: the manifest may come from anyone. */
function nameOf(version: string, digest: string): string {
  const label = version
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 64);
  return `${label}-${digest.replace(/[^0-9a-f]/g, '').slice(0, 12)}`;
}
