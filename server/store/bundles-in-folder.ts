import type { Bundle, BundleFormat } from './bundles.ts';
import { now, type Store } from './database.ts';

/** An archive of a bundle with its files in a top-level folder. */
export type BundleInFolder = Pick<Bundle, 'jobId' | 'format' | 'file' | 'sizeBytes' | 'sha256'>;

export function addBundleInFolder(
  store: Store,
  { jobId, format, file, sizeBytes, sha256 }: BundleInFolder,
): void {
  store
    .prepare('INSERT OR REPLACE INTO bundles_in_folder VALUES (?, ?, ?, ?, ?, ?)')
    .run(jobId, format, file, sizeBytes, sha256, now());
}

export function findBundleInFolder(
  store: Store,
  jobId: string,
  format: BundleFormat,
): BundleInFolder | undefined {
  return store
    .prepare(
      `SELECT job_id AS jobId, format, file, size_bytes AS sizeBytes, sha256
       FROM bundles_in_folder WHERE job_id = ? AND format = ?`,
    )
    .get(jobId, format) as BundleInFolder | undefined;
}
