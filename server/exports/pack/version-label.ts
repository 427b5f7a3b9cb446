import { findBundle } from '../../store/bundles.ts';
import type { Store } from '../../store/database.ts';

type LabelledJob = Readonly<{ id: string; version: string | null }>;

/** Returns the label of a bundle without a requested version: the first 12 hex digits of its content digest. */
function derivedLabel(digest: string): string {
  return digest.slice(0, 12);
}

/**
 * Returns the version label of a packed bundle: the one requested for the job, otherwise one derived from its content.
 * @param digest content digest of the bundle, hex
 */
export function versionLabel(store: Store, job: LabelledJob, digest: string): string {
  return askedLabel(store, job) ?? derivedLabel(digest);
}

/** Returns the version label requested for a job; null if its version was derived from the bundle's content. */
export function askedLabel(store: Store, job: LabelledJob): string | null {
  const bundle = findBundle(store, job.id);
  return bundle && job.version === derivedLabel(bundle.digest) ? null : job.version;
}
