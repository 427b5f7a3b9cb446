import type { ErrorCode } from '../errors.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import type { ReleaseRecord } from './release.ts';

/** What a thread needs to bring a version here. */
export type PrepareTask = Omit<FetchContext, 'signal' | 'onPhase'> &
  Readonly<{
    bundleUrl: string;
    /** The one version that may be taken. */
    pinnedVersion: string | null;
    /** The one site whose bundles are taken; undefined: any. */
    domain: string | undefined;
    storage: ReleaseRecord['storage'];
  }>;

export type Prepared =
  /** It is here already. */
  | Readonly<{ archiveSha256: string }>
  /** Unpacked into the scratch folder; named after its version and digest. */
  | Readonly<{ folder: string; name: string }>;

export type FromThread =
  | Readonly<{ activity: HostState['activity'] }>
  | Readonly<{ prepared: Prepared }>
  | Readonly<{ error: Readonly<{ code: ErrorCode; message: string }> }>;
