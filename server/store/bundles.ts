import { now, type Store } from './database.ts';

export type BundleFormat = 'zip' | 'tar.gz';

export type Bundle = Readonly<{
  jobId: string;
  format: BundleFormat;
  /** Relative to the data folder. */
  file: string;
  sizeBytes: number;
  sha256: string;
  /** Content digest of the manifest, hex. */
  digest: string;
  fileCount: number;
  createdAt: string;
}>;

export function addBundle(store: Store, bundle: Omit<Bundle, 'createdAt'>): void {
  store
    .prepare('INSERT OR REPLACE INTO bundles VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      bundle.jobId,
      bundle.format,
      bundle.file,
      bundle.sizeBytes,
      bundle.sha256,
      bundle.digest,
      bundle.fileCount,
      now(),
    );
}

/** Finds the bundle of a job in a format, or by default the one that its export made. */
export function findBundle(store: Store, jobId: string, format?: BundleFormat): Bundle | undefined {
  return store
    .prepare(
      `SELECT job_id AS jobId, format, file, size_bytes AS sizeBytes, sha256, digest,
              file_count AS fileCount, created_at AS createdAt
       FROM bundles WHERE job_id = @jobId AND (@format IS NULL OR format = @format) ORDER BY created_at LIMIT 1`,
    )
    .get({ jobId, format: format ?? null }) as Bundle | undefined;
}
