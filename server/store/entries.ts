import { type Store, transact } from './database.ts';

/** An entry of a job's bundle, with the digest of its inputs (exports/reuse/entry-key.ts). */
export type Entry = Readonly<{
  path: string;
  digest: string;
  asked: Uint8Array;
  method: 0 | 8;
  crc32: number;
  sizeBytes: number;
  sha256: string;
  /** Offset of the compressed bytes in the archive. */
  dataOffset: number;
  dataBytes: number;
  dataSha256: string;
  /** JSON. null: no findings. */
  findings: string | null;
}>;

export function clearEntries(store: Store, jobId: string): void {
  store.prepare('DELETE FROM entries WHERE job_id = ?').run(jobId);
}

export function addEntries(store: Store, jobId: string, entries: readonly Entry[]): void {
  const insert = store.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  transact(store, () => {
    for (const entry of entries) {
      const { path, digest, asked, method, crc32, sizeBytes, sha256, dataOffset, dataBytes } = entry;
      const { dataSha256, findings } = entry;
      insert.run(
        ...[jobId, path, digest, asked, method, crc32, sizeBytes, sha256, dataOffset, dataBytes],
        ...[dataSha256, findings],
      );
    }
  });
}

/** Returns a function that finds entries of one job by path. */
export function entriesOf(store: Store, jobId: string): (path: string) => Entry | undefined {
  const find = store.prepare(`SELECT ${COLUMNS} FROM entries WHERE job_id = ? AND path = ?`);
  return (path) => find.get(jobId, path) as Entry | undefined;
}

/** Returns the entries of one job in a folder (with a trailing slash), sorted by path. */
export function entriesBelow(store: Store, jobId: string, folder: string): Entry[] {
  return store
    .prepare(`SELECT ${COLUMNS} FROM entries WHERE job_id = ? AND path > ? AND path < ? ORDER BY path`)
    .all(jobId, folder, `${folder.slice(0, -1)}0`) as Entry[]; // 0 follows the slash in ASCII
}

const COLUMNS = `path, digest, asked, method, crc32, size_bytes AS sizeBytes, sha256, data_offset AS dataOffset,
  data_bytes AS dataBytes, data_sha256 AS dataSha256, findings`;
