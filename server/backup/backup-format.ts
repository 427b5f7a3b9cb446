import { z } from 'zod';
import { OffprintError } from '../errors.ts';

/**
 * A backup is a zip archive: the files of a data folder under their own paths, then the database, `SHA256SUMS` of all
 * these, `backup.json` and, with keys, `keys.json` (docs/operations.md).
 */
export const SUMS_FILE = 'SHA256SUMS';
export const FACTS_FILE = 'backup.json';
export const KEYS_FILE = 'keys.json';
export const DATABASE = 'offprint.db';

/** Content of `backup.json`. */
export const backupFacts = z.object({
  format: z.literal(1),
  /** Release that made the backup. */
  release: z.string(),
  /** Version of the database schema. */
  schema: z.int().min(1),
  createdAt: z.string(),
  /** Number of files in `SHA256SUMS`, and their size. */
  files: z.int().min(1),
  bytes: z.int().min(0),
  /** SHA-256 of `SHA256SUMS`. */
  sums: z.string().regex(/^[0-9a-f]{64}$/),
  /** Files that the database refers to but that were missing in the data folder. */
  missing: z.array(z.string()),
  /** Names of the existing keys. The keys themselves are only in backups with `keys.json`. */
  keys: z.object({ secrets: z.array(z.string()), adminKeys: z.array(z.string()) }),
});
export type BackupFacts = Readonly<z.infer<typeof backupFacts>>;

/** Paths that a backup may contain. A restore writes nothing else. */
const CONTENT = /^(offprint\.db|(objects|exports|received|hosting|agents)\/.+)$/;

/** Whether a path is allowed in `SHA256SUMS`: inside the data folder, with `/`, without `..`. */
export function isContentPath(name: string): boolean {
  return (
    CONTENT.test(name) &&
    !/[\\\p{Cc}]/u.test(name) &&
    name.split('/').every((part) => !['', '.', '..'].includes(part))
  );
}

/** Formats a line like `sha256sum`, for `sha256sum --check`. */
export function sumLine(sha256: string, name: string): string {
  return `${sha256}  ${name}\n`;
}

/** Parses `SHA256SUMS` into digests by path. @throws OffprintError `integrity` */
export function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, sha256, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || !isContentPath(name) || sums.has(name))
      throw new OffprintError(
        'integrity',
        `The list of files (${SUMS_FILE}) is not valid: ${line.slice(0, 200)}`,
      );
    sums.set(name, sha256);
  }
  return sums;
}
