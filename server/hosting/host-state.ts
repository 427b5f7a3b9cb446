/** State of a host, as reported by `/healthz` and `/readyz`. */
export type HostState = Readonly<{
  /**
   * `serving`: a version is served. `starting`: the first one is being fetched. `failed`: there is none, see
   * `lastError`. `disabled`: staticExport.enabled is false.
   */
  state: 'serving' | 'starting' | 'failed' | 'disabled';
  /** Version that is being served. */
  version: string | null;
  digest: string | null;
  domain: string | null;
  /** Progress of fetching another version; `waiting`: for the next attempt. */
  activity: 'idle' | 'fetching' | 'verifying' | 'unpacking' | 'checking' | 'waiting';
  /** Value of staticExport.version. */
  pinnedVersion: string | null;
  /** Why the last requested version is not served. Null once it is. */
  lastError: Readonly<{ code: string; message: string; at: string }> | null;
  /** Time of the next attempt, ISO 8601; null if none is planned. */
  nextAttemptAt: string | null;
}>;
