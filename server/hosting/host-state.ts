/** What a host is doing, as `/healthz` and `/readyz` tell it. */
export type HostState = Readonly<{
  /**
   * `serving`: a version is served. `starting`: the first one is being fetched. `failed`: there is none, and why says
   * `lastError`. `disabled`: staticExport.enabled is false.
   */
  state: 'serving' | 'starting' | 'failed' | 'disabled';
  /** Of the version that is served. */
  version: string | null;
  digest: string | null;
  domain: string | null;
  /** What goes on beside: a version is brought here; `waiting`: for the next attempt. */
  activity: 'idle' | 'fetching' | 'verifying' | 'unpacking' | 'checking' | 'waiting';
  /** The version that staticExport.version asks for. */
  pinnedVersion: string | null;
  /** Why the version that was asked for last is not served. Null once it is. */
  lastError: Readonly<{ code: string; message: string; at: string }> | null;
  /** When the next attempt begins, ISO 8601; null where none is planned. */
  nextAttemptAt: string | null;
}>;
