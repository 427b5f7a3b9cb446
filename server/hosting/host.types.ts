import type { TrustedKey } from '../bundles/trust.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import type { ListenOptions } from './http-server.ts';
import type { Release, ReleaseRecord } from './release.ts';
import type { StaticExport } from './values.ts';

export type HostOptions = Readonly<{
  listen: ListenOptions;
  /** Where versions are unpacked; the host's own. */
  stateFolder: string;
  /** How many versions stay on the disk, with the one that is served; at least 1. */
  keep: number;
  /** A file, or `-`. */
  accessLog?: string | undefined;
  authorityFile?: string | undefined;
  /** Whether versions are unpacked or served out of their archives. */
  storage: ReleaseRecord['storage'];
  /** Read at the start and at each reload. @throws OffprintError `usage` */
  read: () => Promise<HostValues>;
  log: (line: string) => void;
  /** How long after a failed attempt the next one begins; after the last one, none does. */
  pausesMs?: readonly number[];
  patience?: FetchContext['patience'];
}>;

export type HostValues = Readonly<{
  /** Without a `bundleUrl`, what is kept is served. */
  values: StaticExport;
  /** Where it is not empty, only what one of them signed is taken. */
  trusted: readonly TrustedKey[];
  /** The one site whose bundles are taken; left out: any. */
  domain?: string;
  /** Whether a version that is kept may still be served; left out: where it is signed as `trusted` asks. */
  mayServe?: (release: Release) => boolean;
}>;

export type Host = Readonly<{
  url: string;
  state: () => HostState;
  /** Resolves when what the values ask for is served, or will not be. */
  settled: () => Promise<void>;
  /** Reads the values again and serves what they ask for now. @throws OffprintError `usage`: everything stays as it is */
  reload: () => Promise<void>;
  /**
   * Serves a version that is kept, and gives up what is being brought here.
   * @throws OffprintError `not-found`; `integrity` when it is damaged: the one that is served stays
   */
  serveVersion: (name: string) => Promise<void>;
  /** Finishes what is being answered. @param graceMs a reader who takes longer is cut off */
  close: (graceMs?: number) => Promise<void>;
}>;
