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
    /** Where it is not empty, only what one of them signed is taken. */
    trusted: readonly TrustedKey[];
    /** Whether versions are unpacked or served out of their archives. */
    storage: ReleaseRecord['storage'];
    /** The one site whose bundles are taken; left out: any. */
    domain?: string | undefined;
    /** Whether a version that is kept may be served by what is trusted now. */
    mayServe: (release: Release) => boolean;
    onActivity: (activity: HostState['activity']) => void;
    log: (line: string) => void;
    signal: AbortSignal;
  }>;

/**
 * Brings the version that the values ask for here, beside those that are here, and checks it. Nobody is served it yet.
 * @throws OffprintError as prepareVersion; `integrity` also when the health check fails; the reason of the signal
 */
export async function rollOut(values: StaticExport, context: RollOutContext): Promise<Release> {
  const { versions, onActivity, signal } = context;
  const { downloadsFolder, authorityFile, patience, trusted, storage, domain } = context;
  // One that is kept the other way is brought here again.
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

/** One that fails is not kept: it would be taken for known. */
async function checked(release: Release, versions: Versions): Promise<void> {
  try {
    await healthCheck(release);
  } catch (error) {
    const isWrong = asOffprintError(error).code === 'integrity';
    if (isWrong && release.name !== versions.current()) versions.remove(release.name);
    throw error;
  }
}

/** Does so in a thread of its own, which ends with the signal. */
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

/** The versions on the disk, except those that nobody has signed whose signature counts. */
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

/** What a power cut or somebody else has damaged can be fetched again. Every file is looked at: for the start. */
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

/** Keys may have been added or revoked since it was verified. */
export function isTrusted({ record: { signature } }: Release, trusted: readonly TrustedKey[]): boolean {
  if (trusted.length === 0) return true;
  return signature !== null && signerOf(signature, trusted).standing === 'trusted';
}
