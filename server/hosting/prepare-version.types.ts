import type { ErrorCode } from '../errors.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import type { ReleaseRecord } from './release.ts';

/** Input of the thread that fetches a version. */
export type PrepareTask = Omit<FetchContext, 'signal' | 'onPhase'> &
  Readonly<{
    bundleUrl: string;
    /** The only accepted version; null for any. */
    pinnedVersion: string | null;
    /** Domain whose bundles are accepted; undefined for any. */
    domain: string | undefined;
    storage: ReleaseRecord['storage'];
  }>;

export type Prepared =
  /** The version is already here. */
  | Readonly<{ archiveSha256: string }>
  /** Unpacked into the scratch folder; named after its version and digest. */
  | Readonly<{ folder: string; name: string }>;

export type FromThread =
  | Readonly<{ activity: HostState['activity'] }>
  | Readonly<{ prepared: Prepared }>
  | Readonly<{ error: Readonly<{ code: ErrorCode; message: string }> }>;
