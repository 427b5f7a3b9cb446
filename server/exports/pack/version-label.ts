import { findBundle } from '../../store/bundles.ts';
import type { Store } from '../../store/database.ts';

type LabelledJob = Readonly<{ id: string; version: string | null }>;

/** The label that a bundle gets when nobody named a version: the first 12 hex digits of its content digest. */
function derivedLabel(digest: string): string {
  return digest.slice(0, 12);
}

/**
 * The version label of a bundle that is packed: the one the job was asked for, otherwise one derived from its content.
 * @param digest content digest of the bundle, hex
 */
export function versionLabel(store: Store, job: LabelledJob, digest: string): string {
  return askedLabel(store, job) ?? derivedLabel(digest);
}

/** The version label that a job was asked for; null when its version only names the content of its bundle. */
export function askedLabel(store: Store, job: LabelledJob): string | null {
  const bundle = findBundle(store, job.id);
  return bundle && job.version === derivedLabel(bundle.digest) ? null : job.version;
}
