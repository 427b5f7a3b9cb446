import { z } from 'zod';
import { OffprintError } from '../errors.ts';

/**
 * A backup is a zip archive: the files of a data folder under their own paths, then the database, `SHA256SUMS` over all of
 * these, `backup.json` and, with keys, `keys.json` (docs/operations.md).
 */
export const SUMS_FILE = 'SHA256SUMS';
export const FACTS_FILE = 'backup.json';
export const KEYS_FILE = 'keys.json';
export const DATABASE = 'offprint.db';

/** What a backup says of itself. */
export const backupFacts = z.object({
  format: z.literal(1),
  /** The release that made it. */
  release: z.string(),
  /** Version of the database's schema. */
  schema: z.int().min(1),
  createdAt: z.string(),
  /** Files that `SHA256SUMS` lists, and their bytes. */
  files: z.int().min(1),
  bytes: z.int().min(0),
  /** SHA-256 of `SHA256SUMS`. */
  sums: z.string().regex(/^[0-9a-f]{64}$/),
  /** Files that the database names and the data folder did not have. */
  missing: z.array(z.string()),
  /** Names of the keys that were there. They are in the backup where `keys.json` is. */
  keys: z.object({ secrets: z.array(z.string()), adminKeys: z.array(z.string()) }),
});
export type BackupFacts = Readonly<z.infer<typeof backupFacts>>;

/** Folders whose files a backup holds. Nothing else is written by a restore. */
const CONTENT = /^(offprint\.db|(objects|exports|received|hosting|agents)\/.+)$/;

/** Whether a path may stand in `SHA256SUMS`: inside the data folder, with `/`, without `..`. */
export function isContentPath(name: string): boolean {
  return (
    CONTENT.test(name) &&
    !/[\\\p{Cc}]/u.test(name) &&
    name.split('/').every((part) => !['', '.', '..'].includes(part))
  );
}

/** A line as `sha256sum` writes it and `sha256sum --check` reads it. */
export function sumLine(sha256: string, name: string): string {
  return `${sha256}  ${name}\n`;
}

/** The digests of `SHA256SUMS` by path. @throws OffprintError `integrity` */
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
