import type { TrustedKey } from '../bundles/trust.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import type { ListenOptions } from './http-server.ts';
import type { Release, ReleaseRecord } from './release.ts';
import type { StaticExport } from './values.ts';

export type HostOptions = Readonly<{
  listen: ListenOptions;
  /** Folder for unpacked versions, used by this host alone. */
  stateFolder: string;
  /** Number of versions to keep on disk, including the one being served; at least 1. */
  keep: number;
  /** A file, or `-` for standard output. */
  accessLog?: string | undefined;
  authorityFile?: string | undefined;
  /** Whether versions are unpacked or served from their archives. */
  storage: ReleaseRecord['storage'];
  /** Called at the start and on each reload. @throws OffprintError `usage` */
  read: () => Promise<HostValues>;
  log: (line: string) => void;
  /** Pauses between attempts; there are no attempts after the last one. */
  pausesMs?: readonly number[];
  patience?: FetchContext['patience'];
}>;

export type HostValues = Readonly<{
  /** Without a `bundleUrl`, stored versions are served. */
  values: StaticExport;
  /** If not empty, only bundles signed with one of these keys are accepted. */
  trusted: readonly TrustedKey[];
  /** Domain whose bundles are accepted; if omitted, any. */
  domain?: string;
  /** Whether a stored version may still be served. Default: if it is signed as `trusted` requires. */
  mayServe?: (release: Release) => boolean;
}>;

export type Host = Readonly<{
  url: string;
  state: () => HostState;
  /** Resolves when the requested version is being served or has failed for good. */
  settled: () => Promise<void>;
  /** Rereads the values and applies them. @throws OffprintError `usage`, in which case nothing changes */
  reload: () => Promise<void>;
  /**
   * Serves a stored version and cancels any rollout in progress.
   * @throws OffprintError `not-found`; `integrity` if it is damaged: the current version stays
   */
  serveVersion: (name: string) => Promise<void>;
  /** Finishes pending responses. @param graceMs connections that take longer are closed */
  close: (graceMs?: number) => Promise<void>;
}>;
