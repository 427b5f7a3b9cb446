import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { signerOf, type TrustedKey } from '../bundles/trust.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { programBeside } from '../program-beside.ts';
import type { FetchContext } from './fetch-bundle.ts';
import { healthCheck } from './health-check.ts';
import type { HostState } from './host-state.ts';
import type { FromThread, Prepared, PrepareTask } from './prepare-version.types.ts';
import { damagedFile, type Release, type ReleaseRecord, readRelease } from './release.ts';
import type { StaticExport } from './values.ts';
import type { Versions } from './versions.ts';

export type RollOutContext = Pick<FetchContext, 'downloadsFolder' | 'authorityFile' | 'patience'> &
  Readonly<{
    versions: Versions;
    /** If not empty, only bundles signed with one of these keys are accepted. */
    trusted: readonly TrustedKey[];
    /** Whether versions are unpacked or served from their archives. */
    storage: ReleaseRecord['storage'];
    /** Domain whose bundles are accepted; if omitted, any. */
    domain?: string | undefined;
    /** Whether a stored version may be served under the currently trusted keys. */
    mayServe: (release: Release) => boolean;
    onActivity: (activity: HostState['activity']) => void;
    log: (line: string) => void;
    signal: AbortSignal;
  }>;

/**
 * Installs the requested version alongside the existing ones and checks it. Readers do not see it yet.
 * @throws OffprintError as prepareVersion; `integrity` also if the health check fails; the signal's reason
 */
export async function rollOut(values: StaticExport, context: RollOutContext): Promise<Release> {
  const { versions, onActivity, signal } = context;
  const { downloadsFolder, authorityFile, patience, trusted, storage, domain } = context;
  // A version stored in the other form is fetched again.
  const kept = usableVersions(context).filter(({ record }) => record.storage === storage);
  const scratchFolder = versions.scratch();
  await fs.promises.mkdir(scratchFolder);
  try {
    const task: PrepareTask = {
      ...{ downloadsFolder, authorityFile, patience, trusted, storage, domain, scratchFolder },
      bundleUrl: values.bundleUrl,
      pinnedVersion: values.version,
      known: kept.map(({ record: { version, digest, archiveSha256, source } }) => ({
        version,
        digest,
        archiveSha256,
        source,
      })),
    };
    const prepared = await prepare(task, onActivity, signal);
    const release =
      'folder' in prepared
        ? readRelease(versions.add(prepared.folder, prepared.name))
        : kept.find(({ record }) => record.archiveSha256 === prepared.archiveSha256);
    if (!release)
      throw new Error('A bundle was reported as already stored here, but its version was not found.');
    onActivity('checking');
    await checked(release, versions);
    signal.throwIfAborted();
    return release;
  } finally {
    await fs.promises.rm(scratchFolder, { recursive: true, force: true });
  }
}

/** Runs the health check. Removes a version that fails it, because later rollouts would treat it as already here. */
async function checked(release: Release, versions: Versions): Promise<void> {
  try {
    await healthCheck(release);
  } catch (error) {
    const isWrong = asOffprintError(error).code === 'integrity';
    if (isWrong && release.name !== versions.current()) versions.remove(release.name);
    throw error;
  }
}

/** Prepares the version in a thread, which is terminated when the signal aborts. */
function prepare(
  task: PrepareTask,
  onActivity: RollOutContext['onActivity'],
  signal: AbortSignal,
): Promise<Prepared> {
  return new Promise<Prepared>((resolve, reject) => {
    const thread = new Worker(programBeside(import.meta.url, './prepare-thread'), { workerData: task });
    const stop = (): void => {
      reject(signal.reason);
      thread.terminate();
    };
    signal.addEventListener('abort', stop);
    thread.on('message', (message: FromThread) => {
      if ('activity' in message) onActivity(message.activity);
      else if ('prepared' in message) resolve(message.prepared);
      else reject(new OffprintError(message.error.code, message.error.message));
    });
    thread.on('error', reject);
    thread.on('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The thread that fetches versions has ended.'));
    });
    if (signal.aborted) stop();
  });
}

/** Versions on disk, except those that are not signed with a trusted key where that is required. */
export function usableVersions({
  versions,
  mayServe,
  log,
}: Pick<RollOutContext, 'versions' | 'mayServe' | 'log'>): Release[] {
  const kept = versions.list().map((name) => versions.read(name));
  return kept.filter((release) => {
    const isUsable = mayServe(release);
    if (!isUsable) log(`version ${release.name} is not served: it is not signed with a trusted key`);
    return isUsable;
  });
}

/**
 * Removes damaged versions (power failure, changed files), which can be fetched again. Checks every file, so call it at
 * startup only.
 */
export function removeDamaged(versions: Versions, log: (line: string) => void): void {
  for (const name of versions.list()) {
    try {
      const damaged = damagedFile(versions.read(name));
      if (damaged === undefined) continue;
      log(`version ${name} was removed: ${damaged} has changed since it was unpacked`);
    } catch (error) {
      log(`version ${name} was removed: ${error instanceof Error ? error.message : String(error)}`);
    }
    versions.remove(name);
  }
}

/** Whether a version is trusted now: keys may have been added or revoked since it was verified. */
export function isTrusted({ record: { signature } }: Release, trusted: readonly TrustedKey[]): boolean {
  if (trusted.length === 0) return true;
  return signature !== null && signerOf(signature, trusted).standing === 'trusted';
}
